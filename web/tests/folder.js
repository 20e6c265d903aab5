// Folders for the data of a test's server. The table of ranks is always the same and takes seconds to make: it is kept between
// servers. The server checks it, and builds it again if it is wrong.
import { copyFileSync, existsSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const kept = join(tmpdir(), "cardroom-ranks.bin");

export function newFolder() {
  const folder = mkdtempSync(join(tmpdir(), "cardroom-"));
  if (existsSync(kept)) copyFileSync(kept, join(folder, "ranks.bin"));
  return folder;
}

export function removeFolder(folder) {
  const ranks = join(folder, "ranks.bin");
  if (!existsSync(kept) && existsSync(ranks)) {
    const own = `${kept}.${process.pid}`;
    copyFileSync(ranks, own);
    renameSync(own, kept);
  }
  rmSync(folder, { recursive: true, force: true });
}
