import { useEffect, useRef, type RefObject } from 'react'
import { Link, useWords } from '#platform/pages/page.tsx'
import { useToast } from '#ui/toast.tsx'
import { href } from '#routes/public.ts'
import type { Product } from '../contract.ts'
import { most } from '../limits.ts'
import { useBasket } from './basket.ts'
import { addLine } from './lines.ts'

/** The state of an "add to enquiry" control. After adding, a link replaces the button and takes the focus. */
export function useAdding({ slug, name }: Product): {
  place: RefObject<HTMLDivElement | null>
  isIn: boolean
  add: () => void
} {
  const { t } = useWords()
  const toast = useToast()
  const place = useRef<HTMLDivElement>(null)
  const wasPressed = useRef(false)
  const isIn = useBasket()?.some((line) => line.slug === slug) ?? false
  useEffect(() => {
    if (isIn && wasPressed.current) place.current!.querySelector('a')!.focus()
    wasPressed.current = false
  }, [isIn])

  function add() {
    wasPressed.current = addLine({ slug, name })
    if (!wasPressed.current) return toast(t('enquiry.full', { max: most.lines }))
    toast(t('enquiry.added', { name }), <Link to={href('enquiry')}>{t('enquiry.see')}</Link>)
  }
  return { place, isIn, add }
}
