// Serves the built page under the policy that the server has, and passes /v1 on to a cardroom. Used by the tests only.
//
//   node tests/serve.js PORT UPSTREAM_PORT
import { existsSync, readFileSync, statSync } from "node:fs";
import { createServer, request } from "node:http";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const [port, upstream] = process.argv.slice(2);
const dist = fileURLToPath(new URL("../dist/", import.meta.url));
const types = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".webmanifest": "application/manifest+json",
};
const policy = "default-src 'self'; require-trusted-types-for 'script'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'";

createServer((incoming, outgoing) => {
  const path = new URL(incoming.url, "http://page").pathname;
  if (/^\/(v1|healthz|errors|openapi)/.test(path)) return pass(incoming, outgoing);
  const wanted = join(dist, normalize(path));
  const isFile = wanted.startsWith(dist) && existsSync(wanted) && statSync(wanted).isFile();
  if (!isFile && path.startsWith("/assets/")) return outgoing.writeHead(404).end();
  const file = isFile ? wanted : join(dist, "index.html");
  // As the server does: compressed, and cached for ever if the name has a hash.
  const cache = path.startsWith("/assets/") ? "public, max-age=31536000, immutable" : "no-cache";
  const headers = { "content-type": types[extname(file)] ?? "text/plain", "content-security-policy": policy, "cache-control": cache };
  outgoing.writeHead(200, { ...headers, "content-encoding": "gzip" });
  outgoing.end(gzipSync(readFileSync(file)));
}).listen(Number(port), "127.0.0.1");

function pass(incoming, outgoing) {
  const { method, url, headers } = incoming;
  const onward = request({ host: "127.0.0.1", port: upstream, method, path: url, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode, answer.headers);
    answer.pipe(outgoing);
    // If the server dies in the middle of an answer, the connection is closed.
    answer.on("close", () => answer.complete || outgoing.destroy());
  });
  onward.on("error", () => outgoing.headersSent ? outgoing.destroy() : outgoing.writeHead(503).end());
  // A client that leaves a stream leaves it at the server too.
  outgoing.on("close", () => onward.destroy());
  incoming.pipe(onward);
}
