import { useLayoutEffect, useRef, useState } from 'react'
import { useWords } from '#platform/pages/page.tsx'
import { useToast } from '../toast.tsx'
import { useDesk } from './desk.ts'

interface Listed<Item> {
  data: readonly Item[]
  /** Of the order, where one that somebody has changed meanwhile is not changed by whoever has not seen it. */
  version?: number
}

/** An order that is saved with each move, one after the other; the last one asked for is what is seen. */
export function useOrder<Item extends { id: number | string }>(
  { data: items, version = 0 }: Listed<Item>,
  save: (ids: Item['id'][], version: number) => Promise<Listed<Item>>,
) {
  const { t } = useWords()
  const desk = useDesk()
  const say = useToast()
  const [asked, setAsked] = useState<readonly Item['id'][] | null>(null)
  const last = useRef<Promise<unknown>>(Promise.resolve())
  const turn = useRef(0)
  const latest = useRef(version)
  useLayoutEffect(() => {
    latest.current = version
  }, [version])
  const isOfThese = asked?.length === items.length && items.every(({ id }) => asked.includes(id))
  const seen = isOfThese ? asked.map((id) => items.find((item) => item.id === id)!) : items

  function order(next: readonly Item[]) {
    const ids = next.map(({ id }) => id)
    const mine = ++turn.current
    setAsked(ids)
    last.current = last.current.then(async () => {
      // Whoever presses on asks for the last of it alone.
      if (mine !== turn.current) return
      try {
        const now = await save(ids, latest.current)
        latest.current = now.version ?? 0
        desk.show(now)
        if (mine === turn.current) say(t('order.saved'))
      } catch {
        setAsked(null)
        say(t('order.failed'))
        desk.refresh()
      }
    })
  }
  return [seen, order] as const
}
