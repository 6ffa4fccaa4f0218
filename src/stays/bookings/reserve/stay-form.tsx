import type { GlobalData } from '#content/contract.ts'
import { useGlobal } from '#content/global.ts'
import { buildTelephoneUrl, buildWhatsAppUrl } from '#content/reach-links.ts'
import { useTranslator } from '#platform/pages/page.tsx'
import type { ChosenPackage } from '../../packages/chosen-package.ts'
import type { Room } from '../../rooms/contract.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { TextField } from '#ui/form/field.tsx'
import { Stepper } from '#ui/form/stepper.tsx'
import { href, inLanguage, searchDayFields } from '#routes/public.ts'
import { formatDateList } from '#locales/dates.ts'
import { nightsParamName, type Search } from '../search/last-search.ts'
import { PackageField } from './package-field.tsx'
import type { Quote } from './quote.ts'
import panel from './booking-panel.module.css'
import styles from './stay-price.module.css'
import { isUnavailable, QuoteView } from './stay-price.tsx'

/** The price form and contact options for visitors without scripts. */
export function NoScriptStayForm({
  room,
  rate,
  search,
  quote,
  stayPackage,
}: {
  room: Room
  rate: GlobalData['exchange']
  search: Search | null
  quote: Quote | null
  stayPackage: ChosenPackage | null
}) {
  const translator = useTranslator()
  const { t, language } = translator
  const { checkIn, checkOut } = search ?? {}
  const stayText = quote?.kind === 'free' && formatDateList(translator, checkIn!, checkOut!)
  const errors = quote?.kind === 'refused' ? quote.fieldErrors : {}
  const subjectParts = [room.name, stayPackage?.name, stayText]
  return (
    <>
      <form className={styles.form} action={inLanguage(href('room', { slug: room.slug }), language) + '#booking'}>
        {stayPackage && (
          <>
            <PackageField stayPackage={stayPackage} error={errors['package']?.[0]} />
            <input type="hidden" name={nightsParamName} value={stayPackage.nights} />
          </>
        )}
        <div className={styles.pair}>
          <TextField label={t('booking.checkin')} name={searchDayFields.checkIn} type="date" defaultValue={checkIn} />
          <TextField
            label={t('booking.checkout')}
            name={searchDayFields.checkOut}
            type="date"
            defaultValue={checkOut}
          />
          {(['adult', 'child'] as const).map((name) => (
            <Stepper
              key={name}
              label={t(`booking.${name}`)}
              name={name}
              min={0}
              max={18}
              defaultValue={search?.[name] ?? defaultParty[name]}
              error={errors[name]?.[0]}
            />
          ))}
        </div>
        <QuoteView room={room} rate={rate} quote={quote} search={search ?? noSearch} />
        <Button type="submit" variant={stayText || isUnavailable(quote) ? 'secondary' : 'primary'}>
          {t('booking.show_price')}
        </Button>
      </form>
      <ContactOptions subject={subjectParts.filter(Boolean).join(', ')} isPrimary={stayText !== false} />
    </>
  )
}

const defaultParty = { adult: 1, child: 0 }
const noSearch: Search = { checkIn: '', checkOut: '', ...defaultParty }

/** Contact options for visitors who cannot submit the form. */
export function ContactOptions({ subject, isPrimary }: { subject: string; isPrimary: boolean }) {
  const { t } = useTranslator()
  const { email, telephone, whatsApp } = useGlobal()
  return (
    <div className={panel.reach}>
      <p>{t('booking.needs_scripts')}</p>
      <p>
        <ButtonLink variant={isPrimary ? 'primary' : 'secondary'} to={href('contact', null, { subject })}>
          {t('home.talk_action')}
        </ButtonLink>
      </p>
      <ul role="list">
        {telephone && (
          <li>
            {t('shell.telephone')} <a href={buildTelephoneUrl(telephone)}>{telephone}</a>
          </li>
        )}
        {whatsApp && (
          <li>
            {t('shell.whatsapp')} <a href={buildWhatsAppUrl(whatsApp)}>{whatsApp}</a>
          </li>
        )}
        {email && (
          <li>
            {t('shell.email')} <a href={`mailto:${email}?subject=${encodeURIComponent(subject)}`}>{email}</a>
          </li>
        )}
      </ul>
    </div>
  )
}
