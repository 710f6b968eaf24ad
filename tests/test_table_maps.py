"""Maps for the table: layers in their order, hexes where they are drawn, nothing a strict page forbids."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import pytest

from hexfolio.battles import registry
from hexfolio.core.battle import Battle
from hexfolio.render import relief_pictures, reliefs
from hexfolio.render.maps import map_svg
from hexfolio.render.palette import DAY, NIGHT, THEMES, WINTER, WINTER_NIGHT, Palette, palette_for
from hexfolio.render.pictures import indexed_png, recoloured
from hexfolio.render.relief import FINE, Ground
from hexfolio.render.relief_pictures import digest, kept_picture, picture, tones
from hexfolio.render.reliefs import grounds
from hexfolio.render.svg import Box, by_level, merged, tag
from hexfolio.render.table_maps import TableMap, table_map

BATTLES = [(entry.id, book) for entry in registry.entries() for book in entry.books]
LAYERS = [
    "layer relief",
    "layer texture",
    "layer veil",
    "layer grid",
    "layer rivers",
    "slot ground-marks",
    "layer ways",
    "layer bridges",
    "layer built",
    "layer marks",
    "layer numbers z1",
    "slot reach-outline",
    "layer names",
    "slot play",
]
SQUARE = ((0.3, 0.3), (1.7, 0.3), (1.7, 1.7), (0.3, 1.7))
KNOLL = Ground(Box(0, 0, 2, 2), (("hill", (SQUARE,)),))


@cache
def battle(name: str, book: str) -> Battle:
    return registry.load(name, book)


@cache
def drawn(name: str, book: str, theme: str = "day") -> TableMap:
    return table_map(battle(name, book), theme)


def layers(svg: str) -> dict[str, ElementTree.Element]:
    return {group.get("class", ""): group for group in ElementTree.fromstring(svg) if group.get("class")}


def level_of(svg: str, words: str) -> str:
    """The class of the group a name stands in."""
    names = layers(svg)["layer names"]
    found = [group.get("class", "") for group in names for node in group.iter() if node.text == words]
    always = [node.text for node in names]
    assert found or words in always
    return found[0] if found else ""


@pytest.mark.parametrize(("name", "book"), BATTLES)
def test_layers_and_slots_follow_one_another(name: str, book: str) -> None:
    found = layers(drawn(name, book).svg)
    assert [*found] == LAYERS
    assert not [slot for slot, group in found.items() if slot.startswith("slot") and len(group)]
    assert not [layer for layer, group in found.items() if layer.startswith("layer") and not len(group)]


@pytest.mark.parametrize(("name", "book"), BATTLES)
@pytest.mark.parametrize("theme", sorted(THEMES))
def test_a_page_with_a_strict_policy_can_show_the_map(name: str, book: str, theme: str) -> None:
    svg = drawn(name, book, theme).svg
    root = ElementTree.fromstring(svg)
    attributes = [(node.tag.split("}")[1], *pair) for node in root.iter() for pair in node.attrib.items()]
    assert not {"style", "script", "foreignObject", "title"} & {tag for tag, _, _ in attributes}
    assert not [key for _, key, _ in attributes if key == "style" or key.startswith("on")]
    links = [value for _, key, value in attributes if key.endswith("href")]
    assert all(link.startswith(("#map-", "data:image/png;base64,")) for link in links)
    ids = [value for _, key, value in attributes if key == "id"]
    assert len(ids) == len(set(ids))
    assert all(id_.startswith("map-") for id_ in ids)
    assert set(re.findall(r"url\(#([^)]*)\)", svg)) <= set(ids)


@pytest.mark.parametrize(("name", "book"), BATTLES)
def test_the_map_is_light_enough_to_pan(name: str, book: str) -> None:
    svg = drawn(name, book).svg
    assert len(svg) < 1_000_000
    assert sum(1 for _ in ElementTree.fromstring(svg).iter()) < 1500


@pytest.mark.parametrize(("name", "book"), BATTLES)
def test_geometry_fits_the_drawing(name: str, book: str) -> None:
    svg, geometry = drawn(name, book)
    assert json.loads(json.dumps(geometry)) == geometry
    grid = battle(name, book).board.grid
    hexes, unit = geometry["hexes"], geometry["unit"]
    assert set(hexes) == {grid.number(h) for h in range(grid.size)}
    numbers = {node.text: node for node in layers(svg)["layer numbers z1"].iter() if node.text}
    for number, (x, y) in hexes.items():
        assert abs(float(numbers[number].get("x", "")) - x) < 0.2 * unit
        assert 0 < y - float(numbers[number].get("y", "")) < 0.4 * unit
    left, top, width, height = geometry["viewBox"]
    view = [float(part) for part in ElementTree.fromstring(svg).get("viewBox", "").split()]
    assert view == pytest.approx([left, top, width, height], abs=0.1)
    for dx, dy in geometry["corners"]:
        assert dx * dx + dy * dy == pytest.approx(unit * unit / 3, rel=0.001)
        assert all(
            left <= x + dx <= left + width and top <= y + dy <= top + height for x, y in hexes.values()
        )
    middle = next(h for h in range(grid.size) if len(grid.around(h)) == 6)
    x, y = hexes[grid.number(middle)]
    for other in grid.around(middle):
        ox, oy = hexes[grid.number(other)]
        assert (ox - x) ** 2 + (oy - y) ** 2 == pytest.approx(unit * unit, rel=0.001)


def test_maps_turned_to_north_have_their_tops_as_drawn() -> None:
    assert drawn("pusan-dg", "kwb-dg").geometry["pointy"]
    assert not drawn("crossroads", "fm-2023").geometry["pointy"]


@pytest.mark.parametrize(
    ("words", "level"),
    [("TAEGU", ""), ("Waegwan", "z1"), ("Yongsan", "z2"), ("Unmun-san", "z3")],
)
def test_small_things_show_from_a_level_of_zoom_on(words: str, level: str) -> None:
    assert level_of(drawn("pusan-dg", "kwb-dg").svg, words) == level


def test_the_best_ways_and_widest_rivers_of_a_map_show_always() -> None:
    def always(layer: str) -> set[str | None]:
        groups = layers(drawn("seoul-dg", "kwb-dg").svg)[layer]
        return {path.get("stroke") for group in groups for path in group if not group.get("class")}

    assert DAY.road in always("layer ways")
    assert DAY.trail not in always("layer ways")
    assert DAY.water in always("layer rivers")
    hidden = layers(drawn("seoul-dg", "kwb-dg").svg)["layer rivers"].findall(".//*[@class='z1']")
    assert hidden, "the smaller rivers"


@pytest.mark.parametrize(
    ("name", "book", "theme", "colours"),
    [
        ("pusan-dg", "kwb-dg", "day", DAY),
        ("pusan-dg", "kwb-dg", "night", NIGHT),
        ("chosin-dg", "kwb-dg", "day", WINTER),
        ("chosin-dg", "kwb-dg", "night", WINTER_NIGHT),
    ],
)
def test_themes(name: str, book: str, theme: str, colours: Palette) -> None:
    assert palette_for(battle(name, book).board, theme) is colours
    assert f'fill="{colours.clear}"' in drawn(name, book, theme).svg


def test_night_leaves_no_colour_of_the_day_on_the_map() -> None:
    ours = {value for value in vars(NIGHT).values() if isinstance(value, str)}
    theirs = {value for value in vars(DAY).values() if str(value).startswith("#")} - ours
    svg = drawn("seoul-dg", "kwb-dg", "night").svg
    assert not [colour for colour in theirs if colour in svg]


@pytest.mark.parametrize("colours", [NIGHT, WINTER_NIGHT])
def test_all_tints_of_the_night_are_told_apart(colours: Palette) -> None:
    assert list(colours.ground) == list(DAY.ground), "the order decides which terrain covers a hex"
    tints = [colours.clear, *colours.ground.values()]
    assert len(tints) == len(set(tints))


def test_an_unknown_theme_is_refused() -> None:
    with pytest.raises(ValueError, match="day or night was expected"):
        table_map(battle("crossroads", "fm-2023"), "dusk")


@pytest.mark.parametrize("name", sorted(grounds()))
def test_the_relief_of_every_battle_is_baked(name: str) -> None:
    assert kept_picture(grounds()[name]), (
        f"The baked relief of {name} is missing or out of date: run python -m hexfolio.render.reliefs"
    )


def test_baked_reliefs_are_small_and_none_is_left_over() -> None:
    kept = relief_pictures.kept_files()
    assert set(kept) == {digest(ground) for ground in grounds().values()}
    assert all(len(file.read_bytes()) < 400_000 for file in kept.values())


def test_changed_ground_is_drawn_anew() -> None:
    ground = grounds()["crossroads fm-2023"]
    assert kept_picture(ground)
    assert not kept_picture(replace(ground, rivers=(*ground.rivers, ((0.0, 0.0), (1.0, 0.0)))))
    assert not kept_picture(replace(ground, risen=ground.risen[:1]))


def test_changed_drawing_makes_baked_reliefs_stale(monkeypatch: pytest.MonkeyPatch) -> None:
    before = digest(KNOLL)
    digest.cache_clear()
    monkeypatch.setattr(relief_pictures, "made_by", lambda: "another way to draw")
    assert digest(KNOLL) != before
    digest.cache_clear()


def test_other_pictures_use_the_baked_relief(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> bytes:
        raise AssertionError("worn down anew")

    board = battle("crossroads", "fm-2023").board
    map_svg(board)  # draws the samples of the key, which are not baked
    monkeypatch.setattr(relief_pictures, "picture", refuse)
    assert "<image" in map_svg(board)


def test_baking_writes_what_is_drawn_and_deletes_what_is_stale(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reliefs, "grounds", lambda: {"knoll fm-2023": KNOLL})
    monkeypatch.setattr(reliefs, "BAKED", tmp_path)
    (tmp_path / "knoll-0123456789abcdef.png").write_bytes(b"stale")
    reliefs.bake_all()
    baked = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    assert baked == {f"knoll-{digest(KNOLL)}.png": picture(KNOLL, FINE)}


def test_a_picture_in_other_colours_keeps_its_pixels() -> None:
    red, blue = [(255, 0, 0, 255)] * 2, [(0, 0, 255, 128)] * 2
    assert recoloured(indexed_png(2, bytes([0, 1, 1, 0]), red), blue) == indexed_png(
        2, bytes([0, 1, 1, 0]), blue
    )
    assert tones(["hill"], DAY) != tones(["hill"], NIGHT)


def test_paths_of_one_look_are_joined() -> None:
    def path(d: str, **look: str) -> str:
        return tag("path", d=d, **look)

    a, b = path("M0,0", fill="red") + path("M1,1", fill="blue"), path("M2,2", fill="red")
    assert merged([a, b, "<g/>"]) == path("M0,0M2,2", fill="red") + path("M1,1", fill="blue") + "<g/>"
    assert by_level([(2, b), (0, "<g/>")]) == f'<g/><g class="z2">{b}</g>'
