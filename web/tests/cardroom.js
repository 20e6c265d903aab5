// Starts the real server on a folder that is gone afterwards: node tests/cardroom.js PORT
import { spawn } from "node:child_process";
import { newFolder, removeFolder } from "./folder.js";

const data = newFolder();
const binary = process.env.CARDROOM ?? "../target/release/cardroom";
const options = ["--data", data, "--log", "warn"];
// Each test has players of its own, and all of them come from one address.
const env = { ...process.env, CARDROOM_LIMITS_GUESTS_PER_HOUR: "100000" };
const server = spawn(binary, ["serve", "--listen", `127.0.0.1:${process.argv[2]}`, ...options], { stdio: "inherit", env });

const stop = () => server.kill();
process.on("SIGTERM", stop);
process.on("SIGINT", stop);
server.on("exit", (code) => {
  removeFolder(data);
  process.exit(code ?? 0);
});
