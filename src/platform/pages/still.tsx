import { useState, type ReactNode } from 'react'

/**
 * What never changes while somebody reads: the server draws it, and the browser keeps it as it came. It needs neither the
 * code of that nor its words, so they are given for the server alone: {import.meta.env.SSR && <Part />}. By its name it
 * is found again.
 */
export function Still({ name, children }: { name: string; children: ReactNode }) {
  return import.meta.env.SSR ? <div data-still={name}>{children}</div> : <AsItCame name={name} />
}

function AsItCame({ name }: { name: string }) {
  const [html] = useState(() => document.querySelector(`[data-still=${name}]`)!.innerHTML)
  return <div data-still={name} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: html }} />
}
