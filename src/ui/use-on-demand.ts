import { useRef, useState } from 'react'
import { useWords } from '#platform/pages/page.tsx'
import { learnWords } from '#locales/browser.ts'

/**
 * A part that is fetched when somebody wants it, with the words it may say: null until then. Asked again after a failure,
 * which is null as well, it tries again.
 */
export function useOnDemand<Part>(load: () => Promise<Part>): [Part | null, () => Promise<Part | null>] {
  const { language } = useWords()
  const [part, setPart] = useState<Part | null>(null)
  const coming = useRef<Promise<Part | null> | null>(null)
  async function fetchPart(): Promise<Part | null> {
    try {
      const [loaded] = await Promise.all([load(), learnWords(language)])
      setPart(() => loaded)
      return loaded
    } catch (error) {
      console.error('Error fetching data', error)
      coming.current = null
      return null
    }
  }
  return [part, () => (coming.current ??= fetchPart())]
}
