import { useLayoutEffect, useRef, useState } from 'react'
import { useWords } from '#platform/pages/page.tsx'
import { useToast } from '../toast.tsx'
import { useDesk } from './desk.ts'

interface Listed<Item> {
  data: readonly Item[]
  /** The version of the order. A save is rejected if somebody else has changed the order since. */
  version?: number
}

/** Saves an order with each move, one save at a time. The page shows the latest requested order. */
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
      // Of several quick moves only the last one is saved.
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
