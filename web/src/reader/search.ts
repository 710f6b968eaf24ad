import { bookOf, numberOf, plain, type BookLike, type ClauseLike } from "./clauses";

export interface Run {
  text: string;
  hit: boolean;
}

export interface Hit<C extends ClauseLike = ClauseLike> {
  book: string;
  chapter: string;
  clause: C;
  idHit: boolean;
  score: number;
}

/** Lower case without accents; as long as the original, so that places can be carried over. */
export function fold(text: string): string {
  return [...text]
    .map((letter) => {
      const base = letter.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
      return base.length === letter.length ? base : letter;
    })
    .join("");
}

export function wordsOf(query: string): string[] {
  const quoted = [...query.matchAll(/"([^"]+)"/g)].map((found) => fold(found[1] ?? "").trim());
  const rest = fold(query.replace(/"[^"]*"?/g, " ")).split(/\s+/);
  return [...new Set([...quoted, ...rest].filter(Boolean))];
}

function placesOf(folded: string, word: string): number[] {
  const places: number[] = [];
  for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + word.length)) places.push(at);
  return places;
}

function startsWord(folded: string, at: number): boolean {
  return at === 0 || !/[\p{L}\p{N}]/u.test(folded[at - 1] ?? "");
}

/** Does a word name this clause: "8.2", "8.2.2.f" or "fm-2023:8.2"? */
export function namesClause(rule: string, word: string): boolean {
  const number = fold(numberOf(rule));
  const [book, wanted] = word.includes(":") ? [bookOf(word), numberOf(word)] : ["", word];
  if (book && book !== fold(bookOf(rule))) return false;
  if (!wanted) return book !== "";
  if (!/^\d+(\.|$)|\./.test(wanted)) return number === wanted || number.startsWith(`${wanted}.`);
  const stem = wanted.replace(/\.$/, "");
  return number === stem || number.startsWith(`${stem}.`);
}

/** Clauses that hold every word of the query, or are named by it; the best first, then in the order of the book. */
export function search<C extends ClauseLike>(books: readonly BookLike<C>[], query: string): Hit<C>[] {
  const words = wordsOf(query);
  if (!words.length) return [];
  const hits: Hit<C>[] = [];
  for (const book of books)
    for (const chapter of book.chapters)
      for (const clause of chapter.clauses) {
        const folded = fold(plain(clause.text));
        let score = 0;
        let idHit = false;
        const all = words.every((word) => {
          if (namesClause(clause.id, word)) {
            idHit = true;
            score += fold(numberOf(clause.id)) === numberOf(word) ? 100 : 40;
            return true;
          }
          const places = placesOf(folded, word);
          if (!places.length) return false;
          score += places.some((at) => startsWord(folded, at)) ? 10 : 1;
          score += Math.min(places.length, 3);
          return true;
        });
        if (all) hits.push({ book: book.id, chapter: chapter.id, clause, idHit, score });
      }
  return hits.sort((a, b) => b.score - a.score);
}

/** The text in runs, those that match a word of the query marked. */
export function runsOf(text: string, words: readonly string[]): Run[] {
  const folded = fold(text);
  const marked = new Array<boolean>(text.length).fill(false);
  for (const word of words) for (const at of placesOf(folded, word)) marked.fill(true, at, at + word.length);
  const runs: Run[] = [];
  for (let at = 0; at < text.length; at++) {
    const hit = marked[at] ?? false;
    const last = runs.at(-1);
    if (last?.hit === hit) last.text += text[at];
    else runs.push({ text: text[at] ?? "", hit });
  }
  return runs;
}
