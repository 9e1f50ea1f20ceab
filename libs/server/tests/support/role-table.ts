import type { ArticleStatus } from '@content-service/domain/internal/access'

/** The callers, in the order of the letters below. `nobody` sends no credential. */
export const ASKING = ['nobody', 'GUEST', 'READER', 'AUTHOR', 'EDITOR', 'ADMIN'] as const
export type Asking = (typeof ASKING)[number]

/**
 * The outcome for each caller of ASKING, as a letter: `+` done, `U` UNAUTHENTICATED, `F` FORBIDDEN, `N` as for a record
 * that does not exist, `-` for a record that the caller cannot own. The letters come from the table of the contract,
 * and not from the policy.
 */
export type Letters = string

type ByState = Readonly<Partial<Record<ArticleStatus, Letters>>>
type ByOwner = Readonly<{ own: ByState; other: ByState }>

const UNPUBLISHED_OWN = { DRAFT: '-NN+++', REVIEW: '-NN+++', ARCHIVED: '-NN+++', DELETED: '-NN+++' }
const UNPUBLISHED_OTHER = { DRAFT: 'NNNN++', REVIEW: 'NNNN++', ARCHIVED: 'NNNN++', DELETED: 'NNNN++' }
const READ: ByOwner = {
  own: { ...UNPUBLISHED_OWN, PUBLISHED: '-+++++' },
  other: { ...UNPUBLISHED_OTHER, PUBLISHED: '++++++' },
}

/** C7.7 and C7.8 for articles. A mutation needs at least READER (C5.13), so that a GUEST gets FORBIDDEN first. */
export const ARTICLE_TABLE = {
  'read over GraphQL': READ,
  'read in a list over GraphQL': READ,
  'read over REST': READ,
  'write over GraphQL': {
    own: { DRAFT: '-FN+++', REVIEW: '-FN+++', PUBLISHED: '-FF+++', ARCHIVED: '-FN+++', DELETED: '-FNF++' },
    other: { DRAFT: 'UFNN++', REVIEW: 'UFNN++', PUBLISHED: 'UFFF++', ARCHIVED: 'UFNN++', DELETED: 'UFNN++' },
  },
  'write over REST': {
    own: { DRAFT: '-NN+++', REVIEW: '-NN+++', PUBLISHED: '-FF+++', ARCHIVED: '-NN+++', DELETED: '-NNF++' },
    other: { DRAFT: 'UNNN++', REVIEW: 'UNNN++', PUBLISHED: 'UFFF++', ARCHIVED: 'UNNN++', DELETED: 'UNNN++' },
  },
  // A DELETED article can only move to DRAFT (C4.2).
  'publish over GraphQL': {
    own: { DRAFT: '-FNF++', REVIEW: '-FNF++', PUBLISHED: '-FFF++', ARCHIVED: '-FNF++' },
    other: { DRAFT: 'UFNN++', REVIEW: 'UFNN++', PUBLISHED: 'UFFF++', ARCHIVED: 'UFNN++' },
  },
  'schedule over REST': {
    own: { DRAFT: '-NNF++', REVIEW: '-NNF++' },
    other: { DRAFT: 'UNNN++', REVIEW: 'UNNN++' },
  },
  'read revisions over REST': {
    own: { DRAFT: '-NN+++', PUBLISHED: '-FF+++' },
    other: { DRAFT: 'UNNN++', PUBLISHED: 'UFFF++' },
  },
  // A DELETED article cannot be deleted again (C4.2).
  'delete over GraphQL': {
    own: { DRAFT: '-FN+++', REVIEW: '-FN+++', PUBLISHED: '-FFF++', ARCHIVED: '-FN+++', DELETED: '-FNNNN' },
    other: { DRAFT: 'UFNN++', REVIEW: 'UFNN++', PUBLISHED: 'UFFF++', ARCHIVED: 'UFNN++', DELETED: 'UFNNNN' },
  },
  'delete over REST': {
    own: { DRAFT: '-NN+++', REVIEW: '-NN+++', PUBLISHED: '-FFF++', ARCHIVED: '-NN+++', DELETED: '-NNNNN' },
    other: { DRAFT: 'UNNN++', REVIEW: 'UNNN++', PUBLISHED: 'UFFF++', ARCHIVED: 'UNNN++', DELETED: 'UNNNNN' },
  },
} as const satisfies Readonly<Record<string, ByOwner>>

/** The letters for a PUBLISHED article, and the common letters for all other states. */
const comments = (published: Letters, otherwise: Letters): ByState => ({
  PUBLISHED: published,
  DRAFT: otherwise,
  REVIEW: otherwise,
  ARCHIVED: otherwise,
  DELETED: otherwise,
})

/** A caller who may read an article may read its comments, even if the article is DELETED. */
const READ_COMMENTS = {
  'own on own': comments('-+++++', '-NN+++'),
  "own on another's": comments('-+++++', '-NNN++'),
  "another's on own": comments('-+++++', '-NN+++'),
  "another's on another's": comments('++++++', 'NNNN++'),
}

/** C7.7 for comments, by the author of the comment, the owner of the article, and the state of the article. */
export const COMMENT_TABLE = {
  'read over GraphQL': READ_COMMENTS,
  'read over REST': READ_COMMENTS,
  'write over GraphQL': {
    'own on own': comments('-F++++', '-FN+++'),
    "own on another's": comments('-F++++', '-FNN++'),
    "another's on own": comments('-FFFF+', '-FNFF+'),
    "another's on another's": comments('UFFFF+', 'UFNNF+'),
  },
  'write over REST': {
    'own on own': comments('-F++++', '-NN+++'),
    "own on another's": comments('-F++++', '-NNN++'),
    "another's on own": comments('-FFFF+', '-NNFF+'),
    "another's on another's": comments('UFFFF+', 'UNNNF+'),
  },
  'delete over GraphQL': {
    'own on own': comments('-F++++', '-FN+++'),
    "own on another's": comments('-F++++', '-FNN++'),
    "another's on own": comments('-FF+++', '-FN+++'),
    "another's on another's": comments('UFFF++', 'UFNN++'),
  },
  'delete over REST': {
    'own on own': comments('-F++++', '-NN+++'),
    "own on another's": comments('-F++++', '-NNN++'),
    "another's on own": comments('-FF+++', '-NN+++'),
    "another's on another's": comments('UFFF++', 'UNNN++'),
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, ByState>>>>

/** C7.7 for users: the caller, another user, and another user with a public profile, which GraphQL shows (C7.9). */
export const USER_TABLE = {
  'read over REST': { self: '-+++++', other: 'UNNN++', public: 'UNNN++' },
  'read in full over GraphQL': { self: '-+++++', other: 'NNNN++', public: 'UFFF++' },
  'write over REST': { self: '-F++++', other: 'UNNNF+', public: 'UNNNF+' },
  'write over GraphQL': { self: '-F++++', other: 'UFNNF+', public: 'UFFFF+' },
  'write the status over GraphQL': { self: '-FFFF+', other: 'UFNNF+', public: 'UFFFF+' },
  'grant a permission over GraphQL': { self: '-FFFF+', other: 'UFNNF+', public: 'UFFFF+' },
  'delete over REST': { self: '-+++++', other: 'UNNNF+', public: 'UNNNF+' },
  'delete over GraphQL': { self: '-+++++', other: 'UNNNF+', public: 'UFFFF+' },
} as const satisfies Readonly<Record<string, Readonly<Record<'self' | 'other' | 'public', Letters>>>>

/** C7.7 for records without an owner, and for records that every caller has. */
export const OTHER_TABLE = {
  'list products': '++++++',
  'create a category': 'UFFF++',
  'list products over REST': '++++++',
  'create a category over REST': 'UFFF++',
  'create an article over REST': 'UFF+++',
  "read one's own account over REST": 'U+++++',
  "change one's own settings over REST": 'UF++++',
  'read the audit log': 'UFFFF+',
  'read the audit log over REST': 'UFFFF+',
  'explain access over GraphQL': 'UFFFF+',
  'explain access over REST': 'UFFFF+',
  'make an API key over REST': 'UF++++',
  "revoke another's API key over REST": 'UNNNN+',
  'make a webhook over REST': 'UFFFF+',
  "delete another's webhook over REST": 'UNNNN+',
  "list the deliveries of another's webhook over REST": 'UNNNN+',
  "try out another's webhook over REST": 'UNNNN+',
  "make a secret for another's webhook over REST": 'UNNNN+',
  'list OAuth clients over REST': 'UFFFF+',
  'list OAuth clients over GraphQL': 'UFFFF+',
  'register an OAuth client over REST': 'UFFFF+',
  'read an OAuth client over REST': 'UFFFF+',
  'make a secret for an OAuth client over REST': 'UFFFF+',
  'make a secret for an OAuth client over GraphQL': 'UFFFF+',
  'delete an OAuth client over REST': 'UFFFF+',
  'list dead letters over REST': 'UFFFF+',
  'list dead letters over GraphQL': 'UFFFF+',
  'list dead letters of handlers over REST': 'UFFFF+',
  'list dead letters of handlers over GraphQL': 'UFFFF+',
  'enable a second factor over REST': 'UF++++',
  "remove another's second factor over REST": 'UFFFF+',
  "export one's own data over REST": 'U+++++',
  'erase another over REST': 'UNNNF+',
} as const satisfies Readonly<Record<string, Letters>>
