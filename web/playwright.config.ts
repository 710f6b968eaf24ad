import { execFileSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig, devices } from "@playwright/test";

const PORT = 8397;

/** Chromium as the system has it; Playwright's own download is not used. */
function chromium(): string {
  for (const name of ["chromium", "chromium-browser", "google-chrome"]) {
    try {
      return execFileSync("sh", ["-c", `command -v ${name}`], { encoding: "utf8" }).trim();
    } catch {
      continue;
    }
  }
  throw new Error("The browser tests need Chromium: run web/e2e/browser.");
}

const database = join(mkdtempSync(join(tmpdir(), "hexfolio-e2e-")), "games.sqlite3");

export default defineConfig({
  testDir: "e2e",
  timeout: 180_000,
  expect: { timeout: 15_000 },
  workers: 2,
  fullyParallel: true,
  retries: 1,
  reporter: [["list"]],
  use: {
    ...devices["Desktop Chrome"],
    baseURL: `http://127.0.0.1:${PORT}`,
    viewport: { width: 1600, height: 1000 },
    reducedMotion: "reduce",
    // A trace copies the whole map at every step; it is worth its time only where it is asked for.
    trace: process.env["HEXFOLIO_TRACE"] ? "retain-on-failure" : "off",
    screenshot: "only-on-failure",
    launchOptions: { executablePath: chromium(), args: ["--no-sandbox"] },
  },
  webServer: {
    command: `../.venv/bin/hexfolio serve --port ${PORT} --database ${database}`,
    env: { HEXFOLIO_RATE: "0" },
    url: `http://127.0.0.1:${PORT}/api/players`,
    reuseExistingServer: false,
    timeout: 60_000,
  },
});
