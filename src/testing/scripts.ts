/** None shares eight words (or twelve letters) with a public text. */
export const secretIn = {
  Latin:
    "The treaty of the seven mills says that Björn's straße is closed before the spring of next year.",
  Cyrillic:
    "Договор о семи мельницах гласит, что улица Бьёрна закрыта до весны следующего года включительно.",
  Greek:
    "Η συνθήκη των επτά μύλων λέει ότι ο δρόμος του Μάρκος μένει κλειστός ως την άνοιξη του έτους.",
  Arabic: "تنص معاهدة الطواحين السبع على أن شارع بيورن مغلق حتى ربيع العام المقبل بأمر المجلس",
  Hebrew: "אמנת שבע הטחנות קובעת שרחובו של ביורן סגור עד האביב של השנה הבאה לפי צו",
  Devanagari: "सात मिलों की संधि कहती है कि ब्योर्न की सड़क अगले वर्ष के वसंत तक बंद है।",
  Hangul: "일곱 방앗간 조약은 비에른의 거리가 내년 봄까지 의회의 명령에 따라 닫혀 있다고 말한다.",
  Han: "七座磨坊的條約規定，比約恩的街道在明年春天以前不得開放，違者由議會處罰。",
  Japanese: "七つの水車の条約によれば、ビョルンの通りは来年の春まで議会の命令で閉鎖される。",
  Thai: "สนธิสัญญาแห่งโรงสีเจ็ดแห่งกล่าวว่าถนนของบียอร์นจะปิดจนถึงฤดูใบไม้ผลิปีหน้าตามคำสั่งสภา",
  Khmer: "សន្ធិសញ្ញានៃរោងម៉ាស៊ីនទាំងប្រាំពីរចែងថាផ្លូវរបស់ប៊ីយ៉នត្រូវបិទរហូតដល់និទាឃរដូវឆ្នាំក្រោយ",
} as const;

export type Script = keyof typeof secretIn;
export const scripts = Object.keys(secretIn).filter((name): name is Script => name in secretIn);

export const unspaced: ReadonlySet<Script> = new Set(["Han", "Japanese", "Thai", "Khmer"]);

function between(text: string, mark: string): string {
  return [...text].join(mark);
}

/** A person still reads the same text. */
export const dress = {
  plain: (text: string) => text,
  capitals: (text: string) => text.toUpperCase(),
  "small letters": (text: string) => text.toLowerCase(),
  "soft hyphens": (text: string) => between(text, "\u00ad"),
  "zero-width spaces": (text: string) => between(text, "\u200b"),
  "zero-width joiners": (text: string) => between(text, "\u200d"),
  "bidi marks": (text: string) => `\u202e${between(text, "\u200f")}\u202c`,
  "a mark on every letter": (text: string) => between(text, "\u0301"),
  "full width": (text: string) =>
    text.replace(/[!-~]/gu, (sign) => String.fromCodePoint(sign.charCodeAt(0) + 0xfee0)),
  decomposed: (text: string) => text.normalize("NFKD"),
  composed: (text: string) => text.normalize("NFKC"),
  "no spaces": (text: string) => text.replace(/[\s\p{P}]+/gu, ""),
  "spaced out": (text: string) => between(text, " "),
  "a word a line": (text: string) => text.replace(/ /gu, "\n- "),
  "in groups of four": (text: string) => text.replace(/\s/gu, "").replace(/.{4}/gsu, "$& "),
} satisfies Record<string, (text: string) => string>;

export const dresses = Object.entries(dress);

/** Differs from the code under test, and is weaker, so that it can check it. */
export function plainly(text: string): string {
  return text
    .normalize("NFKD")
    .toUpperCase()
    .toLowerCase()
    .replaceAll("ς", "σ")
    .replace(/[^\p{L}\p{N}]/gu, "");
}

/** Eight words, or twelve letters, of a secret may not leave. */
export function promised(script: Script, text: string): string[] {
  if (unspaced.has(script)) {
    const letters = [...text.normalize("NFC").replace(/[^\p{L}\p{N}\p{M}]/gu, "")];
    const starts = letters.flatMap((letter, at) => (/\p{M}/u.test(letter) ? [] : [at]));
    return starts.slice(0, -12).map((at, index) => {
      return letters.slice(at, starts[index + 12]).join("");
    });
  }
  const words = text.split(" ");
  return words.slice(0, words.length - 7).map((_, at) => words.slice(at, at + 8).join(" "));
}
