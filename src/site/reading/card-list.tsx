import { PostCard, PostCards } from './post-card.tsx'
import type { Card } from './teasers.ts'

/** Cards of posts. With h3 headings the list is further down the page, so its pictures load later. */
export const CardList = ({ cards, heading }: { cards: Card[]; heading: 'h2' | 'h3' }) => (
  <PostCards>
    {cards.map((card, index) => (
      <PostCard
        key={card.slug}
        post={card}
        to={card.to}
        heading={heading}
        hasPriority={heading === 'h2' && index === 0}
        isLazy={heading === 'h3' || index > 3}
      />
    ))}
  </PostCards>
)
