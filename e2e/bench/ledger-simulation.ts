/**
 * Plays a history on the real store: tabs with their own connections, jumping clocks, a fake
 * server.
 */
import { AppError } from "../../src/log/errors.ts";
import {
  type QuestionBudget,
  questionBudget,
  type SpendingLedger,
} from "../../src/models/budget/spending-cap.ts";
import { type Database, openDatabase } from "../../src/storage/database.ts";
import { databaseLedger } from "../../src/storage/spending.ts";
import { type Call, DayBook, Violation } from "./ledger-book.ts";
import type { History, OddPrice, Step } from "./ledger-history.ts";
import {
  billOf,
  oddlyPriced,
  requestOf,
  searchBill,
  servedModel,
  servedTool,
} from "./ledger-server.ts";

export type MakeLedger = (open: () => Promise<Database>) => SpendingLedger;

export interface Tally {
  begun: number;
  refused: number;
}

const damages: readonly unknown[] = [Number.NaN, -5, "12", 0.5, {}];
const dayMs = 86_400_000;
const never = new Promise<never>(() => undefined);

let played = 0;

/** Throws a `Violation` if spending was lost or a cap passed. */
export async function simulate(
  history: History,
  makeLedger: MakeLedger = databaseLedger,
): Promise<Tally> {
  played += 1;
  const world = new World(history, makeLedger, `ledger-simulation-${played}`);
  try {
    for (const step of history.steps) await world.take(step);
    await world.end();
    return world.book.tally;
  } finally {
    world.close();
  }
}

class Tab {
  isDead = false;
  ahead = 0;
  fault: { how: "closed" | "aborted"; times: number } | null = null;
  question: object = {};
  budget: QuestionBudget;
  readonly writes: Promise<unknown>[] = [];
  readonly #ledger: SpendingLedger;
  readonly #ask: (ledger: SpendingLedger, spentUsd?: number) => QuestionBudget;

  constructor(
    makeLedger: MakeLedger,
    connect: () => Promise<Database>,
    ask: (tab: Tab, ledger: SpendingLedger, spentUsd?: number) => QuestionBudget,
    onFault: (tab: Tab) => void,
  ) {
    const ledger = makeLedger(async () =>
      this.isDead ? never : failing(await connect(), () => this.#nextFault(onFault)),
    );
    this.#ledger = {
      ...ledger,
      update: (day, change) => {
        const write = ledger.update(day, change);
        this.writes.push(write);
        return write;
      },
    };
    this.#ask = (ledger, spentUsd) => ask(this, ledger, spentUsd);
    this.budget = this.#ask(this.#ledger);
  }

  goOn(question: object, spentUsd: number): void {
    this.question = question;
    this.budget = this.#ask(this.#ledger, spentUsd);
  }

  nextQuestion(): void {
    this.question = {};
    this.budget = this.newBudget();
  }

  newBudget(): QuestionBudget {
    return this.#ask(this.#ledger);
  }

  #nextFault(onFault: (tab: Tab) => void): "closed" | "aborted" | null {
    if (this.fault === null || this.fault.times === 0) return null;
    this.fault.times -= 1;
    onFault(this);
    return this.fault.how;
  }
}

interface Waiting {
  tab: Tab;
  answer: () => void;
}

class World {
  readonly book: DayBook;
  readonly #history: History;
  readonly #name: string;
  readonly #connections: Database[] = [];
  readonly #newTab: () => Tab;
  readonly #tabs: Tab[];
  #waiting: Waiting[] = [];
  #ending: { tab: Tab; call: Call; end: Promise<void> }[] = [];
  #epochMs = Date.parse("2026-11-21T20:00:00Z");
  #damages = 0;

  constructor(history: History, makeLedger: MakeLedger, name: string) {
    this.#history = history;
    this.#name = name;
    this.book = new DayBook(history);
    const usd = (nano: number | null) => (nano === null ? null : nano / 1e9);
    const caps = { perQuestionUsd: usd(history.questionCap), perDayUsd: usd(history.dayCap) };
    const ask = (tab: Tab, ledger: SpendingLedger, spentUsd?: number) =>
      questionBudget(caps, ledger, () => this.#day(tab), spentUsd);
    const onFault = (tab: Tab) => {
      for (const one of this.#ending) if (one.tab === tab) one.call.isFaulty = true;
    };
    this.#newTab = () => new Tab(makeLedger, () => this.#connect(), ask, onFault);
    this.#tabs = Array.from({ length: history.tabs }, () => this.#newTab());
  }

  async take(step: Step): Promise<void> {
    if (step.kind === "answer") {
      (step.which === "oldest" ? this.#waiting.shift() : this.#waiting.pop())?.answer();
      return;
    }
    if (step.kind === "wait") return turns(step.turns);
    if (step.kind === "midnight") {
      this.#epochMs += dayMs;
      return;
    }
    const tab = this.#tabs[step.tab % this.#tabs.length];
    if (tab === undefined) return;
    switch (step.kind) {
      case "ask":
        for (let made = 0; made < step.calls; made += 1) this.#ask(tab, step);
        return;
      case "test":
        this.#ask(tab, { ...step, tokens: 1, share: 1 }, { question: {}, budget: tab.newBudget() });
        return;
      case "search":
        this.#search(tab, step);
        return;
      case "odd-price":
        return this.#askAtOddPrice(tab, step.price);
      case "next-question":
        tab.nextQuestion();
        return;
      case "resume":
        this.#crash(tab).goOn(tab.question, this.book.spentBy(tab.question) / 1e9);
        return;
      case "clock":
        tab.ahead = step.days ?? 0;
        return;
      case "crash":
        this.#crash(tab);
        return;
      case "fault":
        tab.fault = { how: step.how, times: step.times };
        return;
      case "damage":
        return this.#damage(this.#day(tab));
    }
  }

  async end(): Promise<void> {
    let isOver = false;
    const all = Promise.all(this.#ending.map(({ end }) => end)).finally(() => {
      isOver = true;
    });
    all.catch(() => undefined);
    while (!isOver) {
      this.#waiting.shift()?.answer();
      await turns(1);
    }
    await all;
    await written(this.#tabs);
    const { store } = (await this.#connect()).transaction("spending");
    const [days, values] = await Promise.all([store.getAllKeys(), store.getAll()]);
    this.book.compare(new Map(days.map((day, index) => [day, values[index]])));
  }

  close(): void {
    for (const connection of this.#connections) connection.close();
    indexedDB.deleteDatabase(this.#name);
  }

  #day(tab: Tab): string {
    return new Date(this.#epochMs + tab.ahead * dayMs).toISOString().slice(0, 10);
  }

  async #connect(): Promise<Database> {
    const database = await openDatabase(this.#name);
    this.#connections.push(database);
    return database;
  }

  #ask(
    tab: Tab,
    {
      tokens,
      share,
      outcome,
    }: Pick<Extract<Step, { kind: "ask" }>, "tokens" | "share" | "outcome">,
    { question, budget }: Pick<Tab, "question" | "budget"> = tab,
  ): void {
    const bill = billOf(tokens, share, outcome);
    const { most, charge } = bill;
    const call = this.book.asked({ day: this.#day(tab), question, most, charge });
    const controller = new AbortController();
    const reach = () => this.#reach(tab, call);
    const model = servedModel(bill, outcome, { reach, stop: () => controller.abort() });
    const parts = budget.cap(model).generate(requestOf(tokens), controller.signal);
    this.#follow(tab, call, async () => {
      for await (const part of parts) {
        if (part.type === "delta" && outcome === "left") return;
      }
    });
    if (outcome === "unsent") controller.abort();
  }

  #search(tab: Tab, { requests, outcome }: Extract<Step, { kind: "search" }>): void {
    const bill = searchBill(requests, outcome);
    const call = this.book.asked({ day: this.#day(tab), question: tab.question, ...bill });
    const tool = servedTool(requests, outcome, () => this.#reach(tab, call));
    const { signal } = new AbortController();
    this.#follow(tab, call, async () => {
      await tab.budget.capTool(tool).search({ text: "a river", k: 3 }, signal);
    });
  }

  async #askAtOddPrice(tab: Tab, price: OddPrice): Promise<void> {
    const { dayCap, questionCap } = this.#history;
    const model = oddlyPriced(price, () => {
      if (dayCap !== null || questionCap !== null) {
        throw new Violation(`a call at a price that is ${price} was let through`);
      }
    });
    try {
      const { signal } = new AbortController();
      for await (const part of tab.budget.cap(model).generate(requestOf(20), signal)) void part;
    } catch (thrown) {
      if (codeOf(thrown) !== "price-unknown-under-cap") throw thrown;
    }
  }

  async #reach(tab: Tab, call: Call): Promise<void> {
    if (tab.isDead) await never;
    this.book.begun(call);
    await new Promise<void>((answer) => this.#waiting.push({ tab, answer }));
  }

  #follow(tab: Tab, call: Call, run: () => Promise<void>): void {
    const follow = async () => {
      let code: string | null = null;
      try {
        await run();
      } catch (thrown) {
        if (thrown instanceof Violation) throw thrown;
        code = codeOf(thrown);
      }
      if (call.state === "asked" && code === null) await written([tab]);
      if (tab.isDead) return;
      if (call.state === "begun") this.book.settled(call);
      else this.#refused(call, code);
    };
    const end = follow();
    // The result is checked when the history ends.
    end.catch(() => undefined);
    this.#ending.push({ tab, call, end });
  }

  #refused(call: Call, code: string | null): void {
    const isStopped = code === null;
    const { dayCap, questionCap } = this.#history;
    const isCapped = dayCap !== null || questionCap !== null;
    if (!isStopped && (!isCapped || !refusals.has(code))) {
      throw new Violation(`a call was refused with ${code}`);
    }
    this.book.refused(call, code === "spending-cap-reached" && questionCap === null);
  }

  #crash(tab: Tab): Tab {
    tab.isDead = true;
    for (const { tab: one, call } of this.#ending) {
      if (one !== tab) continue;
      // Pending records are lost with the tab.
      call.isFaulty = true;
      if (call.state === "asked" || call.state === "begun") call.state = "dead";
    }
    this.#ending = this.#ending.filter((one) => one.tab !== tab);
    this.#waiting = this.#waiting.filter((one) => one.tab !== tab);
    const next = this.#newTab();
    this.#tabs[this.#tabs.indexOf(tab)] = next;
    return next;
  }

  async #damage(day: string): Promise<void> {
    const database = await this.#connect();
    const damage = damages[this.#damages % damages.length];
    this.#damages += 1;
    await database.put("spending", damage as number, day);
    this.book.damaged(day);
  }
}

const refusals: ReadonlySet<string> = new Set([
  "spending-cap-reached",
  "spending-record-damaged",
  "storage-unavailable",
]);

function codeOf(thrown: unknown): string {
  return thrown instanceof AppError ? thrown.code : `an untyped error (${String(thrown)})`;
}

function failing(database: Database, next: () => "closed" | "aborted" | null): Database {
  return new Proxy(database, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key);
      if (key !== "transaction") return typeof value === "function" ? value.bind(target) : value;
      return (...given: Parameters<Database["transaction"]>) => {
        const how = next();
        if (how === "closed") throw new DOMException("closed", "InvalidStateError");
        const transaction = target.transaction(...given);
        transaction.done.catch(() => undefined);
        if (how === "aborted") transaction.abort();
        return transaction;
      };
    },
  });
}

async function written(tabs: readonly Tab[]): Promise<void> {
  const count = () => tabs.reduce((sum, { writes }) => sum + writes.length, 0);
  for (let before = -1; before !== count(); await turns(2)) {
    before = count();
    await Promise.allSettled(tabs.flatMap(({ writes }) => writes));
  }
}

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise((next) => setImmediate(next));
}
