"""Rules broken on purpose: one at a time, left out or played as another edition has them."""

from __future__ import annotations

from . import (
    combat,
    fire,
    kwb_dg_chosin,
    kwb_dg_divisions,
    kwb_dg_fire,
    kwb_dg_pusan,
    kwb_dg_stacks,
    kwb_dg_supply,
    kwb_dg_waves,
    kwb_orders,
    kwb_train_chosin,
    kwb_train_combat,
    kwb_train_fire,
    kwb_train_movement,
    kwb_train_pusan,
    kwb_train_seoul,
    kwb_train_supply,
    movement,
    para_assault,
    para_combat,
    para_command,
    para_conditions,
    para_drops,
    para_engineering,
    para_flak,
    para_fog,
    para_general,
    para_korea,
    para_landing,
    para_movement,
    para_pursuit,
    para_ranged,
    para_reinforcements,
    para_retreat,
    para_sequence,
    para_shifts,
    para_stacking,
    para_strikes,
    para_sukchon,
    para_supply,
    para_tomahawk,
    para_ways,
    para_zones,
    retreat,
    turns,
)
from .making import Mutant

FIRE_AND_MOVEMENT = (turns, movement, combat, retreat, fire)
KWB_DG = (
    kwb_dg_supply,
    kwb_dg_divisions,
    kwb_dg_waves,
    kwb_dg_fire,
    kwb_dg_stacks,
    kwb_dg_pusan,
    kwb_dg_chosin,
)
KWB_TRAIN = (
    kwb_train_movement,
    kwb_train_combat,
    kwb_train_fire,
    kwb_train_supply,
    kwb_train_pusan,
    kwb_train_seoul,
    kwb_train_chosin,
)
KWB = (*KWB_DG, *KWB_TRAIN, kwb_orders)
PARATROOPER = (
    para_command,
    para_retreat,
    para_general,
    para_sequence,
    para_pursuit,
    para_supply,
    para_engineering,
    para_drops,
    para_landing,
    para_assault,
    para_korea,
    para_stacking,
    para_zones,
    para_fog,
    para_movement,
    para_ways,
    para_reinforcements,
    para_combat,
    para_ranged,
    para_shifts,
    para_conditions,
    para_sukchon,
    para_strikes,
    para_flak,
    para_tomahawk,
)

MUTANTS: list[Mutant] = [
    mutant for module in (*FIRE_AND_MOVEMENT, *KWB, *PARATROOPER) for mutant in module.MUTANTS
]
