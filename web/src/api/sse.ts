export interface ServerEvent {
  event: string;
  data: string;
  id: string | null;
}

/** Splits a stream of server-sent events into events. The text comes in chunks that end anywhere. */
export class EventCutter {
  #rest = "";

  push(text: string): ServerEvent[] {
    const blocks = (this.#rest + text).split("\n\n");
    this.#rest = blocks.pop() ?? "";
    return blocks.map(readBlock).filter((event) => event !== null);
  }
}

function readBlock(block: string): ServerEvent | null {
  let event = "message";
  let id: string | null = null;
  const data: string[] = [];
  for (const line of block.split("\n")) {
    const colon = line.indexOf(":");
    if (colon < 1) continue;
    const value = line.slice(colon + 1).replace(/^ /, "");
    const field = line.slice(0, colon);
    if (field === "event") event = value;
    else if (field === "id") id = value;
    else if (field === "data") data.push(value);
  }
  return data.length > 0 ? { event, id, data: data.join("\n") } : null;
}
