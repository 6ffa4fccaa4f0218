import { languages, type Language } from '#routes/public.ts'
import { postgres, sqlite, type TestEngine } from './engines.ts'
import { hashText, hashPath } from './stable-hash.ts'
import { tier } from './tier.ts'

export interface Pair {
  engine: TestEngine
  language: Language
  /** A phone in Bangla, whose words are longer, and a wide screen in English. */
  width: number
}

const [en, bn] = languages
const createPair = (engine: TestEngine, language: Language): Pair => ({
  engine,
  language,
  width: language === 'bn' ? 390 : 1440,
})

/** Each row covers both engines and both languages. */
const rows: readonly (readonly [Pair, Pair])[] = [
  [createPair(sqlite, en), createPair(postgres, bn)],
  [createPair(sqlite, bn), createPair(postgres, en)],
]

/**
 * The engine and language pairs of an e2e test. The gate runs a test on one of the four pairs, chosen by a hash
 * of its path. Other tiers run it on two pairs, which together cover both engines and both languages.
 * @param testFile `import.meta.url` of the test file.
 */
export function selectPairs(testFile: string, selectedTier = tier): readonly Pair[] {
  const hash = hashPath(testFile)
  const row = rows[hash % 2]!
  return selectedTier === 'gate' ? [row[(hash >> 1) & 1]!] : row
}

/**
 * Returns the languages in which a sweep opens a page. The gate opens each page in one language, chosen by a hash of
 * its name; other tiers open it in both.
 */
export const selectLanguages = (pageName: string, selectedTier = tier): readonly Language[] =>
  selectedTier === 'gate' ? [languages[hashText(pageName) % 2]!] : languages
