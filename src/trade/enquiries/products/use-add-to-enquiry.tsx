import { useEffect, useRef, type RefObject } from 'react'
import { Link, useTranslator } from '#platform/pages/page.tsx'
import { useToast } from '#ui/toast.tsx'
import { href } from '#routes/public.ts'
import type { Product } from '../contract.ts'
import { MAX_LINES } from '../basket/max-lines.ts'
import { useBasket } from '../basket/use-basket.ts'
import { addLine } from '../basket/lines.ts'
import { findSheetForm, readChosenValues, readQuantity } from './chosen.ts'

/** The state of an "add to enquiry" control. After adding, a link replaces the button and takes the focus. */
export function useAddToEnquiry({ slug, name }: Product): {
  container: RefObject<HTMLDivElement | null>
  isAdded: boolean
  add: () => void
} {
  const { t } = useTranslator()
  const toast = useToast()
  const container = useRef<HTMLDivElement>(null)
  const wasPressed = useRef(false)
  const isAdded = useBasket()?.some((line) => line.slug === slug) ?? false
  useEffect(() => {
    if (isAdded && wasPressed.current) container.current!.querySelector('a')!.focus()
    wasPressed.current = false
  }, [isAdded])

  function add() {
    const form = findSheetForm()
    wasPressed.current = addLine({ slug, name, ...readChosenValues(form), ...readQuantity(form) })
    if (!wasPressed.current) return toast(t('enquiry.full', { max: MAX_LINES }))
    toast(t('enquiry.added', { name }), <Link to={href('enquiry')}>{t('enquiry.see')}</Link>)
  }
  return { container, isAdded, add }
}
