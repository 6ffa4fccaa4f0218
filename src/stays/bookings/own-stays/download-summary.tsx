import { useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { endpoints } from '#routes/public.ts'

/** Downloads the summary with the link token, with or without scripts. */
export function DownloadSummary({ token }: { token: string }) {
  const { t, language } = useTranslator()
  return (
    <form action={endpoints.getBookingSummary[1]}>
      <input type="hidden" name="token" value={token} />
      <input type="hidden" name="language" value={language} />
      <Button type="submit" variant="secondary">
        {t('summary.pdf')}
      </Button>
    </form>
  )
}
