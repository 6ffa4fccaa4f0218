import { useWords } from '../platform/page.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { href } from '../urls.ts'

/** For those without scripts, in the place of what can only be done with them: another way. */
export function NeedsScripts() {
  const { t } = useWords()
  const action = (
    <ButtonLink look="secondary" to={href('contact')}>
      {t('home.talk_action')}
    </ButtonLink>
  )
  return (
    <noscript>{import.meta.env.SSR && <Notice title={t('login.needs_scripts')} action={action} />}</noscript>
  )
}
