import { describe, expect, it } from "vitest";
import { AppError } from "../log/errors.ts";
import type { ChatModel } from "../runtime/ports.ts";
import { chatRequest } from "../testing/chat-request.ts";
import { scriptedModel } from "../testing/scripted-model.ts";
import type { LoadedModel } from "./engine.ts";
import { type CopySource, ModelPool } from "./model-pool.ts";

const never = new AbortController().signal;

function copies(count: number, options: { device?: LoadedModel["device"]; room?: number } = {}) {
  const { device, room = Number.POSITIVE_INFINITY } = options;
  const world = { loaded: 0, unloaded: [] as string[], dead: new Set<string>() };
  const source: CopySource = {
    async load() {
      if (world.loaded - world.unloaded.length >= room) throw new AppError("out-of-memory");
      world.loaded += 1;
      const name = `copy ${world.loaded}`;
      const model = scriptedModel(() => {
        if (world.dead.has(name)) throw new AppError("worker-killed", {}, { retryable: true });
        return name;
      });
      return Object.assign(model, device === undefined ? {} : { device });
    },
    async unload(model) {
      world.unloaded.push(await textOf(model).catch(() => "dead"));
    },
  };
  return { world, pool: new ModelPool(Array.from({ length: count }, () => source)) };
}

async function textOf(model: ChatModel): Promise<string> {
  for await (const part of model.generate(chatRequest(), new AbortController().signal)) {
    if (part.type === "end") return part.text;
  }
  throw new Error("no end");
}

const together = (model: ChatModel, calls: number) =>
  Promise.all(Array.from({ length: calls }, () => textOf(model)));

describe("a pool of copies", () => {
  it("gives each call to the copy that has the fewest", async () => {
    const { pool } = copies(3);
    const model = await pool.fill(never);
    expect((await together(model, 3)).sort()).toEqual(["copy 1", "copy 2", "copy 3"]);
    expect((await together(model, 6)).sort()).toEqual(
      ["copy 1", "copy 2", "copy 3"].flatMap((name) => [name, name]),
    );
  });

  it("comes back to the copy that a run called last, which keeps what it read", async () => {
    const { pool } = copies(2);
    await pool.fill(never);
    const [one, other] = [pool.model(), pool.model()];
    const first = await textOf(one);
    const second = await textOf(other);
    expect([first, second].sort()).toEqual(["copy 1", "copy 2"]);
    for (const [run, copy] of [
      [other, second],
      [one, first],
      [one, first],
      [other, second],
    ] as const) {
      expect(await textOf(run)).toBe(copy);
    }
    expect((await together(one, 2)).sort()).toEqual(["copy 1", "copy 2"]);
  });

  it("loses the calls of a copy that dies and no others, goes on, and loads it anew", async () => {
    const { pool, world } = copies(2);
    const model = await pool.fill(never);
    world.dead.add("copy 1");
    const calls = await Promise.allSettled([textOf(model), textOf(model)]);
    expect(calls.map(({ status }) => status)).toEqual(["rejected", "fulfilled"]);
    expect(pool.living).toBe(1);
    expect([pool.takeDeath(), pool.takeDeath()]).toEqual([true, false]);
    expect(await together(model, 2)).toEqual(["copy 2", "copy 2"]);
    await Promise.all([pool.fill(never), pool.fill(never)]);
    expect(world.loaded).toBe(3);
    expect((await together(model, 2)).sort()).toEqual(["copy 2", "copy 3"]);
  });

  it("says that it holds no model where all copies died", async () => {
    const { pool, world } = copies(1);
    const model = await pool.fill(never);
    world.dead.add("copy 1");
    await expect(textOf(model)).rejects.toMatchObject({ code: "worker-killed" });
    await expect(textOf(model)).rejects.toMatchObject({ code: "model-not-loaded" });
    expect(() => pool.model()).toThrow(AppError);
  });

  it("does without a copy that has no room, but not without the first", async () => {
    const { pool } = copies(3, { room: 2 });
    const model = await pool.fill(never);
    expect(pool.living).toBe(2);
    expect((await together(model, 2)).sort()).toEqual(["copy 1", "copy 2"]);
    await expect(copies(2, { room: 0 }).pool.fill(never)).rejects.toMatchObject({
      code: "out-of-memory",
    });
  });

  it("is one copy on a graphics processor", async () => {
    const { pool, world } = copies(3, { device: "webgpu" });
    await pool.fill(never);
    expect(world.loaded).toBe(1);
  });

  it("frees every copy in the end", async () => {
    const { pool, world } = copies(2);
    await pool.fill(never);
    await pool.close();
    expect(world.unloaded).toEqual(["copy 1", "copy 2"]);
    expect(pool.living).toBe(0);
  });
});
