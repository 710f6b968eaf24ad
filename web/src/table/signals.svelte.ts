import { signal } from "../lessons/signals";
import type { Interaction } from "./interaction.svelte";

/** Tells a lesson what the player looks at and tries. */
export function tellLessons(interaction: Interaction): void {
  $effect(() => {
    if (interaction.unit) signal("selected", { unit: interaction.unit });
  });
  $effect(() => {
    if (interaction.target) signal("targeted", { hex: interaction.target });
  });
  $effect(() => {
    const plan = interaction.plan;
    if (plan) signal("planned", { hex: plan.hex, unit: interaction.unit });
  });
  $effect(() => {
    const bubble = interaction.bubble;
    if (bubble?.tone === "refusal") signal("refused", { hex: bubble.hex, rule: bubble.rule });
  });
  $effect(() => {
    if (interaction.odds) signal("odds", { differential: interaction.odds.differential });
  });
}
