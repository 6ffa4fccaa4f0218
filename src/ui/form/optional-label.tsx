import { useTranslator } from '#platform/pages/page.tsx'

/** The label of a field that may stay empty. */
export function OptionalLabel({ children }: { children: string }) {
  const { t } = useTranslator()
  return (
    <>
      {children} <span className="light">{t('field.optional')}</span>
    </>
  )
}
