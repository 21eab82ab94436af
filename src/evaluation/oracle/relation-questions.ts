/** “What is the … of X?” would not work for these relations. `X` is the subject. */
const worded: Readonly<Record<string, string>> = {
  "applies to jurisdiction": "To which jurisdiction does X apply?",
  "capital of": "What is X the capital of?",
  "cast member": "Who is a cast member of X?",
  crosses: "What does X cross?",
  "educated at": "Where was X educated?",
  follows: "What does X follow?",
  "founded by": "Who founded X?",
  "instance of": "What is X an instance of?",
  "licensed to broadcast to": "Where is X licensed to broadcast to?",
  "located in or next to body of water": "In or next to which body of water is X located?",
  "located in the administrative territorial entity":
    "In which administrative territorial entity is X located?",
  "located on terrain feature": "On which terrain feature is X located?",
  "lyrics by": "Who wrote the lyrics of X?",
  "member of": "What is X a member of?",
  "member of political party": "Which political party is X a member of?",
  "member of sports team": "Which sports team is X a member of?",
  "named after": "What is X named after?",
  "owned by": "Who owns X?",
  "part of": "What is X part of?",
  "part of the series": "Which series is X part of?",
  "present in work": "In which work is X present?",
  "shares border with": "What shares a border with X?",
};

export function relationQuestion(subject: string, relation: string): string {
  const wording = worded[relation] ?? `What is the ${relation} of X?`;
  return wording.replace("X", () => subject);
}
