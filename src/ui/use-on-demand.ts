import { useRef, useState } from 'react'
import { useTranslator } from '#platform/pages/page.tsx'
import { loadMessages } from '#locales/browser.ts'

/**
 * Loads a part on demand, with its messages. The part is null until then, and after a failure. The next call then tries
 * again.
 */
export function useOnDemand<Part>(load: () => Promise<Part>): [Part | null, () => Promise<Part | null>] {
  const { language } = useTranslator()
  const [part, setPart] = useState<Part | null>(null)
  const pendingPart = useRef<Promise<Part | null> | null>(null)
  async function fetchPart(): Promise<Part | null> {
    try {
      const [loadedPart] = await Promise.all([load(), loadMessages(language)])
      setPart(() => loadedPart)
      return loadedPart
    } catch (error) {
      console.error('Error fetching data', error)
      pendingPart.current = null
      return null
    }
  }
  return [part, () => (pendingPart.current ??= fetchPart())]
}
