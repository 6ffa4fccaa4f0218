import { PostCard, PostCards } from './post-card.tsx'
import type { Card } from '../teasers.ts'

/** Cards of posts. Pictures further down load later. */
export const CardList = ({ cards }: { cards: readonly Card[] }) => (
  <PostCards>
    {cards.map((card, index) => (
      <PostCard key={card.slug} post={card} to={card.to} heading="h2" hasPriority={index === 0} isLazy={index > 3} />
    ))}
  </PostCards>
)
