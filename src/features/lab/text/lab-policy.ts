/** Text of learning from a report where another answer pays. */
import type { LearnProgress } from "../../../evaluation/policy/learn.ts";
import { count, plural } from "../../../ui-kit/text/format.ts";

export const labPolicyText = {
  title: "Where it pays",
  help: "Learns from this report when a second, dearer answer is worth its price, in US dollars and by the chosen score, and keeps it for the slider in Ask. What that comes to beside every setup, a cascade and the oracle is printed by",
  command: "npm run learn -- --report FILE.lab.json",
  learn: "Learn from this report",
  stop: "Stop",
  working: (progress: LearnProgress | null) =>
    progress === null
      ? "Learning…"
      : `Learning: ${count(progress.trained)} of ${count(progress.trainings)} trainings…`,
  saved: (questions: number) =>
    `Learned from ${plural(questions, "question", "questions")}. Ask goes by it under Method, preset “Where it pays”, slider “How much to spend”.`,
  openMethod: "Open Method in Ask",
};
