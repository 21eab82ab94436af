import type { RunEvent } from "../../log/events.ts";
import type { Profile, RunSettings } from "../../log/types.ts";
import { methods } from "../../methods/index.ts";
import { run } from "../../methods/registry.ts";
import type { Preset } from "../../runtime/method.ts";
import type { ChatRequest, Ports, SearchTool } from "../../runtime/ports.ts";
import {
  collect,
  type FakeScript,
  FakeSignal,
  fakeModel,
  fakePorts,
  fakeReader,
} from "../fakes.ts";
import { fakeTool, priced } from "./stage-runs.ts";

export const everyPreset: readonly Preset[] = methods.all.flatMap(({ presets }) => presets);

/** Steps come to an end. */
export function sensible(answer = "Vienna"): FakeScript {
  let calls = 0;
  return ({ purpose, constraint }) => {
    calls += 1;
    const ends = calls % 3 === 0;
    const replies: Partial<Record<string, string>> = {
      decide: "no",
      judge: "no",
      relevance: constraint === undefined ? "1" : "yes",
      plan: "[Unsolved Query]: What is the capital of Austria?",
      continue: ends
        ? `[Final Content]: ${answer} [1]`
        : "[Unsolved Query]: Which river runs there?",
      read: answer,
      rewrite: "capital Austria",
      digest: answer,
      claims: `Query: capital Austria\nClaim: It is ${answer}. | river ${answer}`,
      decompose: `1. What is the capital of Austria?\n2. Which river runs through ${answer}?`,
      reason: ends ? `So the answer is: ${answer}` : `The capital is ${answer}.`,
      proxy: answer,
    };
    return {
      text: replies[purpose] ?? `Answer: ${answer}\nIt runs through it [1].`,
      logprob: -0.9,
    };
  };
}

const web = { id: "web:1", title: "Vienna", text: "Vienna lies on the Danube." };

export interface Told {
  events: RunEvent[];
  small: readonly ChatRequest[];
  large: readonly ChatRequest[];
  searches: readonly string[];
}

export interface AskedWorld {
  profile?: Profile;
  skills?: boolean;
  heads?: boolean;
  small?: FakeScript;
  large?: FakeScript;
  question?: string;
  ports?: Partial<Ports>;
}

export async function askAll(settings: RunSettings, world: AskedWorld = {}): Promise<Told> {
  const { profile = world.skills === true ? "trained" : "base" } = world;
  const skills = profile === "trained";
  const small = fakeModel("small", world.small ?? sensible(), { skills, profile });
  const large = fakeModel("large", world.large ?? sensible());
  const reader = fakeReader((_question, text) =>
    text.includes("Danube") ? { span: "Danube" } : {},
  );
  const searches: string[] = [];
  const service = fakeTool(priced("web", 5), web);
  const overheard: SearchTool = {
    ...service,
    search(query, signal) {
      searches.push(query.text);
      return service.search(query, signal);
    },
  };
  const ports: Ports = {
    ...fakePorts(small, large, world.heads === false ? null : reader),
    tools: [overheard],
    router: {
      toolIds: ["none", "bm25", "web"],
      lambda: 0.01,
      trainedOn: 60,
      predict: async () => ({ none: 0.1, bm25: 0.5, web: 0.9 }),
    },
    ...world.ports,
  };
  const { question = "Which river runs through the capital of Austria?" } = world;
  const events = await collect(run({ runId: "r", question, settings }, ports, new FakeSignal()));
  return { events, small: small.requests, large: large.requests, searches };
}
