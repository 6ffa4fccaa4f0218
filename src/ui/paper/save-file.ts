import { MINUTE_MS } from '#platform/durations.ts'

/** Downloads a file in the browser. */
export function saveFile(name: string, file: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), URL_TTL_MS)
}

/** How long the file stays available. Browsers that ask for a location read the file only after the answer. */
const URL_TTL_MS = MINUTE_MS
