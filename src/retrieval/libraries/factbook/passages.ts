import type { Passage } from "../../../log/types.ts";
import { pack } from "../pack.ts";
import type { Profile } from "./facts.ts";
import { nameInSentence } from "./names.ts";
import { field } from "./profile.ts";
import { topics } from "./topics.ts";

export function passagesOf(profiles: readonly Profile[]): Passage[] {
  return profiles.flatMap(passagesOfProfile);
}

export function toJsonl(passages: readonly Passage[]): string {
  return passages.map((passage) => `${JSON.stringify(passage)}\n`).join("");
}

function passagesOfProfile(profile: Profile): Passage[] {
  const name = nameInSentence(profile.name);
  return topics.flatMap((topic) => {
    const clauses = topic.fields.flatMap(({ section, field: fieldName, say }) => {
      const node = field(profile, section, fieldName);
      return node ? say(node, name) : [];
    });
    return pack(clauses, name).map((text, index) => ({
      id: `${profile.code}/${topic.slug}${index === 0 ? "" : `-${index + 1}`}`,
      title: `${profile.name}: ${topic.title}`,
      text,
    }));
  });
}
