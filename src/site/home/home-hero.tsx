import type { Slide } from '#content/contract.ts'
import type { ShownPicture } from '#platform/pictures.ts'
import { useTranslator } from '#platform/pages/page.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { Carousel } from '#ui/pictures/carousel.tsx'
import { Picture } from '#ui/pictures/picture.tsx'
import styles from './home-hero.module.css'

/** The fields of a slide that the page shows. */
export type HeroSlideData = Pick<Slide, 'title' | 'text' | 'link'> & { picture: ShownPicture }

/** The hero slides of the home page: the text on solid teal, the whole picture beside it. */
export function HomeHero({ welcome, slides }: { welcome: string; slides: HeroSlideData[] }) {
  const { t } = useTranslator()
  return (
    <section className={`on-dark ${styles.hero}`}>
      <h1 className={styles.welcome}>{welcome}</h1>
      {slides.length > 0 && (
        <Carousel
          kind="carousel"
          label={t('carousel.label')}
          className={styles.carousel}
          slides={slides.map((slide, index) => ({
            key: slide.title,
            content: <HeroSlide slide={slide} welcome={welcome} isFirst={index === 0} />,
          }))}
        />
      )}
    </section>
  )
}

export const heroSizes = '100vw'

/** Each slide repeats the welcome invisibly, so that its text starts below it, however long it is. */
function HeroSlide({ slide, welcome, isFirst }: { slide: HeroSlideData; welcome: string; isFirst: boolean }) {
  return (
    <div className={styles.slide}>
      <div className={styles.picture}>
        <Picture picture={slide.picture} sizes={heroSizes} priority={isFirst} hasCaption />
      </div>
      <div className={styles.words} data-above={welcome}>
        <h2 className={styles.title}>{slide.title}</h2>
        <p className={styles.text}>{slide.text}</p>
        <ButtonLink to={slide.link.path}>{slide.link.label}</ButtonLink>
      </div>
    </div>
  )
}
