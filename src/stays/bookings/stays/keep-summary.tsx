import { useWords } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { endpoints } from '#routes/public.ts'

/** The summary as a file by the link that led to the stay, without scripts too. */
export function KeepSummary({ token }: { token: string }) {
  const { t, language } = useWords()
  return (
    <form action={endpoints.getBookingSummary[1]}>
      <input type="hidden" name="token" value={token} />
      <input type="hidden" name="language" value={language} />
      <Button type="submit" look="secondary">
        {t('summary.pdf')}
      </Button>
    </form>
  )
}
