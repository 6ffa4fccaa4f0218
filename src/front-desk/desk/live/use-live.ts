import { useEffect, useRef } from 'react'
import { readToken } from '#people/accounts/portal/session.ts'
import { officeEndpoints } from '#routes/office.ts'

const CONNECTION_S = 600
const MIN_PAUSE_MS = 1_000
const MAX_PAUSE_MS = 30_000

/**
 * Calls back when stays, enquiries or payments have changed, in this browser or another one: at once, and at most every
 * half second. Reconnects after an interruption and reports missed changes with one call. Hidden tabs, pages that the
 * user leaves and signed-out users have no connection.
 */
export function useLive(onChange: () => void, isEnabled: boolean): void {
  const latestOnChange = useRef(onChange)
  useEffect(() => {
    latestOnChange.current = onChange
  })
  useEffect(() => {
    if (!isEnabled) return
    const lastSeen = { state: '' }
    let connection: AbortController | null = null
    const disconnect = () => {
      connection?.abort()
      connection = null
    }
    const updateConnection = () => {
      if (document.visibilityState !== 'visible') return disconnect()
      if (connection) return
      connection = new AbortController()
      void keepListening(connection.signal, lastSeen, () => latestOnChange.current())
    }
    updateConnection()
    document.addEventListener('visibilitychange', updateConnection)
    window.addEventListener('pagehide', disconnect)
    window.addEventListener('pageshow', updateConnection)
    return () => {
      document.removeEventListener('visibilitychange', updateConnection)
      window.removeEventListener('pagehide', disconnect)
      window.removeEventListener('pageshow', updateConnection)
      disconnect()
    }
  }, [isEnabled])
}

async function keepListening(signal: AbortSignal, lastSeen: { state: string }, onChange: () => void): Promise<void> {
  for (let pauseMs = MIN_PAUSE_MS; !signal.aborted; pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS)) {
    try {
      for await (const state of readStates(signal)) {
        pauseMs = MIN_PAUSE_MS
        const isNew = lastSeen.state !== '' && lastSeen.state !== state
        lastSeen.state = state
        if (isNew) onChange()
      }
    } catch {
      // The connection is down, or the server restarts: try again after a pause.
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}

/** Yields the current state, then the state after each change, until the server closes the connection. */
async function* readStates(signal: AbortSignal): AsyncGenerator<string> {
  const response = await fetch(`${officeEndpoints.watchChanges[1]}?seconds=${CONNECTION_S}`, {
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
