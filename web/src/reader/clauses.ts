// Clause ids look like "book:8.2.2.f": a book, a section and a letter. A rulebook may number as it likes; only the
// colon and the last dot are read here.

export interface ClauseLike {
  id: string;
  text: string;
  definition: boolean;
}

export interface ChapterLike<C extends ClauseLike = ClauseLike> {
  id: string;
  clauses: C[];
}

export interface BookLike<C extends ClauseLike = ClauseLike> {
  id: string;
  title: string;
  chapters: ChapterLike<C>[];
}

export interface Section<C extends ClauseLike = ClauseLike> {
  id: string;
  clauses: C[];
}

export function bookOf(rule: string): string {
  const colon = rule.indexOf(":");
  return colon < 0 ? "" : rule.slice(0, colon);
}

export function numberOf(rule: string): string {
  return rule.slice(rule.indexOf(":") + 1);
}

export function sectionOf(rule: string): string {
  const number = numberOf(rule);
  const dot = number.lastIndexOf(".");
  return dot < 0 ? number : number.slice(0, dot);
}

/** The letter or word that tells a clause from its neighbours in the section. */
export function letterOf(rule: string): string {
  const number = numberOf(rule);
  return number.slice(number.lastIndexOf(".") + 1);
}

export function chapterName(id: string): string {
  if (/^\d/.test(id)) return `Chapter ${id}`;
  return id.length <= SHORT ? id.toUpperCase() : id.charAt(0).toUpperCase() + id.slice(1);
}

const SHORT = 4;

/** What stands before a chapter in a list: its number or a short name; a long name finds no room there. */
export function chapterNumber(id: string): string {
  return id.length <= SHORT ? id.toUpperCase() : "§";
}

/** How deep a section lies: 8.0 and 8.2 are of the first level, 8.2.2 of the second. */
export function levelOf(section: string): number {
  return Math.max(1, section.split(".").length - 1);
}

export function sections<C extends ClauseLike>(chapter: ChapterLike<C>): Section<C>[] {
  const found: Section<C>[] = [];
  for (const clause of chapter.clauses) {
    const id = sectionOf(clause.id);
    const last = found.at(-1);
    if (last?.id === id) last.clauses.push(clause);
    else found.push({ id, clauses: [clause] });
  }
  return found;
}

export function findClause<C extends ClauseLike>(
  book: BookLike<C>,
  rule: string,
): { chapter: ChapterLike<C>; section: Section<C>; clause: C | null } | null {
  const wanted = numberOf(rule);
  for (const chapter of book.chapters)
    for (const section of sections(chapter)) {
      const clause = section.clauses.find((one) => numberOf(one.id) === wanted);
      if (clause) return { chapter, section, clause };
    }
  for (const chapter of book.chapters) {
    const section = sections(chapter).find((one) => one.id === wanted || one.id === `${wanted}.0`);
    if (section) return { chapter, section, clause: null };
    const first = chapter.id === wanted ? sections(chapter)[0] : undefined;
    if (first) return { chapter, section: first, clause: null };
  }
  return null;
}

/** The first words of a chapter, for a list of contents whose book names no chapters. */
export function opening(chapter: ChapterLike, longest = 58): string {
  const text = plain(chapter.clauses[0]?.text ?? "").split(/[:;.](?:\s|$)/)[0] ?? "";
  if (text.length <= longest) return text;
  return `${text.slice(0, longest).replace(/\s+\S*$/, "")} …`;
}

const RULING = /\s*\[ruling ([^\]]+)\]/g;

/** The text without notes in brackets that name a ruling. */
export function plain(text: string): string {
  return text.replace(RULING, "");
}

export function rulingsOf(text: string): string[] {
  return [...text.matchAll(RULING)].map((found) => found[1] ?? "");
}
