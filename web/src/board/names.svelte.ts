import { NameSteps } from "./nameSteps";

/** The names of the sheet that is drawn. */
export class Names {
  steps = $state.raw<NameSteps | null>(null);

  /** Reads them now and once more with the right letters; ends with the sheet. */
  read(host: ParentNode): () => void {
    let standing = true;
    this.steps = new NameSteps(host);
    // Letters have other widths once the fonts are there.
    void document.fonts?.ready.then(() => {
      if (standing) this.steps = new NameSteps(host);
    });
    return () => (standing = false);
  }
}
