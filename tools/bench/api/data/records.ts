import { deriveExcerpt } from '@content-service/domain/internal/articles'
import { Draw } from './draw.ts'
import { TAGS, writeText, writeWords } from './vocabulary.ts'

/** The numbers of records of a data set. */
export interface DataSize {
  readonly users: number
  readonly articles: number
  readonly comments: number
  readonly products: number
}

/** The first start of the service creates the ghost and the administrator before. */
export const FIRST_USER_ID = 3

/** After the account ghost was created, so that no list of newest users contains it. */
const START = Date.UTC(2026, 0, 3)
const ARTICLE_PERIOD_MS = 260 * 86_400_000
const COMMENT_PERIOD_MS = 20 * 86_400_000
/** All content is older. The benchmark removes newer comments after each turn. */
export const END_OF_DATA = '2026-10-15T00:00:00Z'

const iso = (ms: number): string => new Date(ms).toISOString()

/** A UUID of version 7, as the service makes them. */
const makeUuid = (ms: number, draw: Draw): string => {
  const hex = (digits: number): string =>
    draw
      .below(16 ** digits)
      .toString(16)
      .padStart(digits, '0')
  const time = Math.floor(ms).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(3)}-8${hex(3)}-${hex(6)}${hex(6)}`
}

/** Each tenth user is an author. */
const isAuthor = (place: number): boolean => place % 10 === 0

export const makeUser = (seed: number, place: number) => {
  const draw = new Draw(seed, 'user', place)
  const username = `user${place}`
  return {
    id: FIRST_USER_ID + place,
    username,
    name: writeWords(draw, 2),
    email: `${username}@example.org`,
    age: draw.below(2) === 0 ? null : 18 + draw.below(60),
    role: isAuthor(place) ? 'AUTHOR' : 'READER',
    bio: writeWords(draw, 12),
    created_at: iso(START - 86_400_000 + place * 1_000),
  }
}

const drawStatus = (draw: Draw): string => {
  const share = draw.below(100)
  return share < 90 ? 'PUBLISHED' : share < 96 ? 'DRAFT' : share < 98 ? 'REVIEW' : 'ARCHIVED'
}

/** What a comment needs to know of its article is drawn first: nothing else has to be made for it. */
const beginArticle = (seed: number, size: DataSize, place: number) => {
  const draw = new Draw(seed, 'article', place)
  const status = drawStatus(draw)
  const createdMs = START + Math.floor(((place + draw.fraction()) / size.articles) * ARTICLE_PERIOD_MS)
  return { draw, status, createdMs, id: makeUuid(createdMs, draw) }
}

/** Half of the texts are longer than 2.2 KB. */
const [MEDIAN_WORDS, WORDS_DEVIATION, MOST_WORDS] = [330, 0.6, 3_000]

export const makeArticle = (seed: number, size: DataSize, place: number) => {
  const { draw, status, createdMs, id } = beginArticle(seed, size, place)
  const words = Math.round(MEDIAN_WORDS * Math.exp(WORDS_DEVIATION * draw.normal()))
  const content = writeText(draw, Math.min(Math.max(words, 20), MOST_WORDS))
  const tags = Array.from({ length: draw.below(5) }, () => draw.pick(TAGS))
  return {
    id,
    title: writeWords(draw, 4 + draw.below(5)),
    content,
    excerpt: deriveExcerpt(content),
    status,
    tags: [...new Set(tags)],
    owner_id: FIRST_USER_ID + draw.below(Math.ceil(size.users / 10)) * 10,
    views: draw.below(1_000),
    created_at: iso(createdMs),
    published_at: status === 'PUBLISHED' || status === 'ARCHIVED' ? iso(createdMs) : null,
  }
}

/** Comments are stored in about the order of their articles, because people comment on new articles. */
const NEAR_ARTICLES = 40

const findCommented = (seed: number, size: DataSize, place: number, draw: Draw) => {
  const middle = (place / size.comments) * size.articles
  let at = Math.floor(middle + (draw.fraction() - 0.5) * NEAR_ARTICLES)
  for (;;) {
    const article = beginArticle(seed, size, ((at % size.articles) + size.articles) % size.articles)
    if (article.status === 'PUBLISHED') return article
    at += 1
  }
}

export const makeComment = (seed: number, size: DataSize, place: number) => {
  const draw = new Draw(seed, 'comment', place)
  const article = findCommented(seed, size, place, draw)
  const createdMs = article.createdMs + draw.below(COMMENT_PERIOD_MS)
  return {
    id: makeUuid(createdMs, draw),
    article_id: article.id,
    author_id: FIRST_USER_ID + draw.below(size.users),
    content: `${writeWords(draw, 5 + draw.below(15))}.`,
    created_at: iso(createdMs),
  }
}

export const makeProduct = (seed: number, place: number) => {
  const draw = new Draw(seed, 'product', place)
  const createdMs = START + place * 60_000
  return {
    id: makeUuid(createdMs, draw),
    title: writeWords(draw, 3),
    description: writeText(draw, 40),
    price: draw.below(100_000) / 100,
    stock: draw.below(500),
    created_at: iso(createdMs),
  }
}
