import { useWords, type Page } from '../platform/page.tsx'
import { ContactForm } from './contact-form.tsx'
import styles from './contact-page.module.css'
import { OfficeMap } from './map.tsx'
import { PageHead } from './page-head.tsx'
import { ReachList } from './reach-list.tsx'
import { useShell } from './shell.ts'

export const contactPage: Page<unknown, unknown> = {
  head: (_, { t }) => ({ title: t('contact.title'), description: t('contact.text') }),
  View: ContactView,
}

function ContactView() {
  const { t } = useWords()
  const { map } = useShell().global
  return (
    <>
      <PageHead title={t('contact.title')} text={t('contact.text')} />
      <div className={`container ${styles.body}`}>
        <section className={styles.reach} aria-labelledby="reach-title">
          <h2 id="reach-title">{t('home.map_title')}</h2>
          <ReachList />
          <a href={map.linkUrl} className={styles.open}>
            {t('home.map_open')}
          </a>
        </section>
        <section aria-labelledby="form-title">
          <h2 id="form-title">{t('contact.form_title')}</h2>
          <ContactForm />
        </section>
      </div>
      <OfficeMap />
    </>
  )
}
