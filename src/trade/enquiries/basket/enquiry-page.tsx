import { useEffect, useRef, useState } from 'react'
import { parseDay } from '#platform/day.ts'
import { navigate } from '#platform/pages/navigate.ts'
import { Link, useTranslator, type Page } from '#platform/pages/page.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { Picture } from '#ui/pictures/picture.tsx'
import { href } from '#routes/public.ts'
import { saveBasket, type Line } from './basket.ts'
import { useBasket } from './use-basket.ts'
import type { EnquiriesApi, ListedProduct } from '../contract.ts'
import { purgeSentEnquiry, saveSentEnquiry, readSentEnquiry, type SentEnquiry } from './sent-enquiry.ts'
import { EnquiryForm } from './enquiry-form.tsx'
import styles from './enquiry-page.module.css'
import type { ChoiceName } from '../limits.ts'
import { addLine, changeLine, removeLine } from './lines.ts'
import { PostedEnquiry } from './posted-enquiry.tsx'
import { readPostedEnquiry, readRequestedLine, requestedLineNames, type RequestedLine } from './requested-line.ts'
import { RemovedLineNotice, type Removal } from './removed-line.tsx'

interface Data {
  /** Null if the products could not be loaded. */
  products: ListedProduct[] | null
  /** The product and the options in the address. */
  requested: RequestedLine | null
  /** The idempotency key of the form without scripts. Null without a product. */
  requestKey: string | null
  /** The reference of an enquiry that was sent without scripts. */
  reference: string | null
}

export const enquiryPage: Page<EnquiriesApi, Data> = {
  isUncached: true,
  queryNames: [...requestedLineNames, 'sent'],
  async load({ api, optional, route: { query, language } }) {
    const productList = await optional(api.getProducts({ choices: 1 }), null)
    const requestedLine = productList && readRequestedLine(query, productList.data, language)
    return {
      products: productList && productList.data,
      requested: requestedLine,
      requestKey: requestedLine && crypto.randomUUID(),
      reference: /^[A-Z0-9]{4,12}$/.exec(query.get('sent') ?? '')?.[0] ?? null,
    }
  },
  async submit(api, form) {
    const { reference } = await api.sendEnquiry(readPostedEnquiry(form), { key: form.get('key') ?? '' })
    return href('enquiry', null, { sent: reference })
  },
  head: (_, { t }) => ({
    title: t('enquiry.title'),
    trail: [
      { name: t('products.title'), path: href('products') },
      { name: t('enquiry.title'), path: href('enquiry') },
    ],
    hidden: true,
  }),
  View: EnquiryView,
}

function EnquiryView({ data: { products, requested: requestedLine, requestKey, reference } }: { data: Data }) {
  const { t } = useTranslator()
  const basket = useBasket()
  useRequestedLine(requestedLine)
  const lines = basket && updateProductNames(basket.map(dropInvalidDate), products)
  if (lines) return <Enquiry lines={lines} products={products} />
  return (
    <>
      <PageHead title={t('enquiry.title')} text={t('enquiry.empty_text')} />
      <div className={`container ${styles.page}`}>
        <p role="status" aria-busy className="needs-scripts">
          {t('shell.loading')}
        </p>
        <noscript>
          {import.meta.env.SSR && <WithoutScripts {...{ requested: requestedLine, requestKey, reference }} />}
        </noscript>
      </div>
    </>
  )
}

/** Adds the requested line to the enquiry of this browser, and removes it from the address. */
function useRequestedLine(requestedLine: RequestedLine | null): void {
  const { language } = useTranslator()
  useEffect(() => {
    if (!requestedLine) return
    const { product, chosen: chosenOptions, amount } = requestedLine
    const choiceEntries = Object.entries(chosenOptions).map(([name, options]) => [
      name,
      options.map(({ value }) => value),
    ])
    const options = { ...(Object.fromEntries(choiceEntries) as Partial<Record<ChoiceName, string[]>>), ...amount }
    if (addLine({ slug: product.slug, name: product.name, ...options })) changeLine(product.slug, options)
    navigate(href('enquiry'), language, 'replace')
  }, [requestedLine, language])
}

/** The enquiry about one product, or its confirmation. Without a product, it links to the products. */
function WithoutScripts({ requested: requestedLine, requestKey, reference }: Omit<Data, 'products'>) {
  const { t } = useTranslator()
  if (requestedLine && requestKey) return <PostedEnquiry line={requestedLine} requestKey={requestKey} />
  if (reference)
    return (
      <Notice
        title={t('booking.success_title')}
        action={<ButtonLink to={href('products')}>{t('enquiry.sent_more')}</ButtonLink>}
      >
        <p>{t('enquiry.sent_next')}</p>
        <p>
          {t('booking.success_reference')}: <strong>{reference}</strong>
        </p>
      </Notice>
    )
  return (
    <Notice
      title={t('enquiry.without_scripts')}
      action={
        <>
          <ButtonLink to={href('products')}>{t('enquiry.empty_action')}</ButtonLink>
          <ButtonLink variant="secondary" to={href('contact')}>
            {t('home.talk_action')}
          </ButtonLink>
        </>
      }
    />
  )
}

/** Removes an invalid date, because a date field cannot show it. */
const dropInvalidDate = ({ neededBy = '', ...line }: Line): Line => ({
  ...line,
  ...(parseDay(neededBy) && { neededBy }),
})

function Enquiry({ lines, products }: { lines: readonly Line[]; products: ListedProduct[] | null }) {
  const { t } = useTranslator()
  const [sentEnquiry, setSentEnquiry] = useState(readSentEnquiry)
  const [isNew, setNew] = useState(false)
  const [removedLine, setRemovedLine] = useState<Removal | null>(null)
  const isEmpty = lines.length === 0
  useEffect(() => {
    if (isEmpty) return
    purgeSentEnquiry()
    setSentEnquiry(null)
  }, [isEmpty])

  function onRemove(index: number) {
    setRemovedLine({ line: lines[index]!, index })
    removeLine(lines[index]!.slug)
  }
  function onSent(enquiry: SentEnquiry) {
    saveSentEnquiry(enquiry)
    setSentEnquiry(enquiry)
    setNew(true)
    setRemovedLine(null)
    saveBasket([])
  }
  if (isEmpty && sentEnquiry)
    return (
      <Thanks sent={{ ...sentEnquiry, products: updateProductNames(sentEnquiry.products, products) }} isNew={isNew} />
    )
  const onBack = () => setRemovedLine(null)
  return (
    <>
      <PageHead title={t('enquiry.title')} text={t(isEmpty ? 'enquiry.empty_text' : 'enquiry.text')} />
      <div className={`container ${styles.page}`}>
        {isEmpty ? (
          <>
            {removedLine && <RemovedLineNotice {...removedLine} onBack={onBack} />}
            <div className={styles.empty}>
              <h2 className="size-4">{t('enquiry.empty_title')}</h2>
              <p className="note">{t('enquiry.sent_next')}</p>
              {!products && <ButtonLink to={href('products')}>{t('enquiry.empty_action')}</ButtonLink>}
            </div>
            <ol role="list" className={styles.asks}>
              <li>{t('enquiry.asks_lines')}</li>
              <li>{t('enquiry.asks_files')}</li>
              <li>{t('enquiry.asks_sender')}</li>
            </ol>
            {products && <ProductLinks products={products} />}
          </>
        ) : (
          <EnquiryForm {...{ lines, products, removed: removedLine, onRemove, onSent, onBack }} />
        )}
      </div>
    </>
  )
}

/** The products with a link that adds each one. The last cell is for other requests. */
function ProductLinks({ products }: { products: readonly ListedProduct[] }) {
  const { t } = useTranslator()
  return (
    <ul role="list" className={styles.products}>
      {products.map(({ slug, name, picture }) => (
        <li key={slug}>
          <Picture picture={picture} sizes="(min-width: 62rem) 16rem, 45vw" lazy />
          <h3 className="size-3">
            <Link to={href('product', { slug })}>{name}</Link>
          </h3>
          <ButtonLink variant="quiet" to={href('enquiry', null, { product: slug })}>
            {t('enquiry.add')}
            <span className="visually-hidden">: {name}</span>
          </ButtonLink>
        </li>
      ))}
      <li className={styles.other}>
        <h3 className="size-3">{t('products.else_title')}</h3>
        <ButtonLink variant="quiet" to={href('contact')}>
          {t('home.talk_action')}
        </ButtonLink>
      </li>
    </ul>
  )
}

/** Updates the product names, which may have been stored in another language. */
const updateProductNames = <NamedLine extends Pick<Line, 'slug' | 'name'>>(
  lines: readonly NamedLine[],
  products: ListedProduct[] | null,
) => lines.map((line) => ({ ...line, name: products?.find(({ slug }) => slug === line.slug)?.name ?? line.name }))

function Thanks({ sent: { reference, email, products }, isNew }: { sent: SentEnquiry; isNew: boolean }) {
  const { t } = useTranslator()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!isNew) return
    heading.current!.focus()
    scrollTo(0, 0)
  }, [isNew])
  return (
    <div className={`container ${styles.page} ${styles.thanks}`}>
      <header className={styles.head}>
        <h1 ref={heading} tabIndex={-1}>
          {t('booking.success_title')}
        </h1>
        <p className="lead">{t('enquiry.sent_text', { email })}</p>
        <p>{t('enquiry.sent_next')}</p>
        <ButtonLink to={href('products')}>{t('enquiry.sent_more')}</ButtonLink>
      </header>
      <dl className={styles.slip}>
        <div>
          <dt className="small">{t('booking.success_reference')}</dt>
          <dd className="bold">{reference}</dd>
        </div>
        <div>
          <dt className="small">{t('products.title')}</dt>
          <dd className="bold">{products.map(({ name }) => name).join(', ')}</dd>
        </div>
      </dl>
    </div>
  )
}
