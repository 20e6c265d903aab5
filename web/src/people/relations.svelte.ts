import { api, ask, insist } from "../api/client";
import type { Schemas } from "../api/types";

type Named = Schemas["BlockedByYou"];

/**
 * The players whom this player mutes and blocks. Others do not learn it, and a player's card does not show it either.
 */
class Relations {
  muted: Map<string, Named> = $state.raw(new Map());
  blocked: Map<string, Named> = $state.raw(new Map());

  async load(): Promise<void> {
    const query = { limit: 100 };
    const [{ mutes }, { blocks }] = await Promise.all([
      insist(() => api.GET("/v1/me/mutes", { params: { query } })),
      insist(() => api.GET("/v1/me/blocks", { params: { query } })),
    ]);
    this.muted = new Map(mutes.map((each) => [each.player, each]));
    this.blocked = new Map(blocks.map((each) => [each.player, each]));
  }

  async befriend(id: string): Promise<void> {
    await ask(() => api.PUT("/v1/me/friends/{id}", { params: { path: { id } } }));
  }

  async unfriend(id: string): Promise<void> {
    await ask(() => api.DELETE("/v1/me/friends/{id}", { params: { path: { id } } }));
  }

  async mute(id: string, isMute: boolean): Promise<void> {
    const params = { path: { id } };
    await ask(() => (isMute ? api.PUT("/v1/me/mutes/{id}", { params }) : api.DELETE("/v1/me/mutes/{id}", { params })));
    await this.load();
  }

  async block(id: string, isBlock: boolean): Promise<void> {
    const params = { path: { id } };
    await ask(() => (isBlock ? api.PUT("/v1/me/blocks/{id}", { params }) : api.DELETE("/v1/me/blocks/{id}", { params })));
    await this.load();
  }
}

export const relations = new Relations();
