import { useEffect, useRef } from 'react'
import { readToken } from '#people/accounts/portal/session.ts'
import { officeEndpoints } from '#routes/office.ts'

const LISTENS_S = 600
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 30_000

/**
 * Calls back whenever stays have changed, here or at another desk: at once, and at most every half second. Reconnects
 * after an interruption and reports missed changes with one call. Hidden tabs disconnect.
 */
export function useLive(onChange: () => void): void {
  const latest = useRef(onChange)
  useEffect(() => {
    latest.current = onChange
  })
  useEffect(() => {
    const known = { state: '' }
    let listening: AbortController | null = null
    const look = () => {
      const isSeen = document.visibilityState === 'visible'
      if (isSeen && !listening) {
        listening = new AbortController()
        void listen(listening.signal, known, () => latest.current())
      } else if (!isSeen) {
        listening?.abort()
        listening = null
      }
    }
    look()
    document.addEventListener('visibilitychange', look)
    return () => {
      document.removeEventListener('visibilitychange', look)
      listening?.abort()
    }
  }, [])
}

async function listen(signal: AbortSignal, known: { state: string }, onChange: () => void): Promise<void> {
  for (let pauseMs = FIRST_PAUSE_MS; !signal.aborted; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    try {
      for await (const state of states(signal)) {
        pauseMs = FIRST_PAUSE_MS
        const isNew = known.state !== '' && known.state !== state
        known.state = state
        if (isNew) onChange()
      }
    } catch {
      // The connection is down, or the server restarts: try again after a pause.
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}

/** Yields the state after each change, until the server closes the connection. */
async function* states(signal: AbortSignal): AsyncGenerator<string> {
  const response = await fetch(`${officeEndpoints.watchDesk[1]}?seconds=${LISTENS_S}`, {
    headers: { authorization: `Bearer ${readToken()}` },
    signal,
  })
  if (!response.ok || !response.body) throw new Error(String(response.status))
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  for (;;) {
    const { value, done } = await reader.read()
    if (done) return
    text += value
    const events = text.split('\n\n')
    text = events.pop()!
    for (const event of events) {
      const state = /^data: (.*)$/m.exec(event)?.[1]
      if (state) yield state
    }
  }
}
