import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aCast, type Cast, type Person } from '../support/cast.ts'
import { SAMPLED_DATABASES, startTestService, type TestService } from '../support/service.ts'

const SECRET = 'a secret of thirty-two bytes or more'
const LONG = (length: number) => 'x'.repeat(length)
const UNKNOWN = '01890000-0000-7000-8000-000000000000'

type Given = Readonly<Record<string, unknown>>

interface Operation {
  readonly document: string
  /** Valid input, except for the value of a case. */
  readonly right: (world: World) => Given
}

interface World {
  readonly admin: Person
  readonly user: string
  readonly article: string
  readonly comment: string
  readonly category: string
  readonly product: string
}

const writeInputMutation = (field: string, type: string): string =>
  `mutation ($input: ${type}!) { ${field}(input: $input) { __typename } }`

const OPERATIONS = {
  createUser: {
    document: writeInputMutation('createUser', 'CreateUserInput'),
    right: () => ({ username: 'new.user', email: 'new@example.org', password: 'four grey wandering geese' }),
  },
  updateUser: {
    document: writeInputMutation('updateUser', 'UpdateUserInput'),
    right: ({ user }) => ({ id: user }),
  },
  createArticle: {
    document: writeInputMutation('createArticle', 'CreateArticleInput'),
    right: ({ user }) => ({ title: 'Title', content: 'Content', authorId: user }),
  },
  updateArticle: {
    document: writeInputMutation('updateArticle', 'UpdateArticleInput'),
    right: ({ article }) => ({ id: article }),
  },
  createProduct: {
    document: writeInputMutation('createProduct', 'CreateProductInput'),
    right: ({ category }) => ({ title: 'Title', price: 1, stock: 1, categoryId: category }),
  },
  updateProduct: {
    document: writeInputMutation('updateProduct', 'UpdateProductInput'),
    right: ({ product }) => ({ id: product }),
  },
  createCategory: {
    document: writeInputMutation('createCategory', 'CreateCategoryInput'),
    right: () => ({ name: 'New' }),
  },
  updateSettings: {
    document: writeInputMutation('updateSettings', 'UpdateSettingsInput'),
    right: () => ({}),
  },
  updatePreferences: {
    document: writeInputMutation('updatePreferences', 'UpdatePreferencesInput'),
    right: () => ({}),
  },
  createApiKey: {
    document: writeInputMutation('createApiKey', 'CreateApiKeyInput'),
    right: () => ({ name: 'Key', scopes: ['articles:read'] }),
  },
} as const satisfies Readonly<Record<string, Operation>>

/** The wrong values of each member, and the form of the message. */
const WRONG: readonly (readonly [keyof typeof OPERATIONS, string, readonly unknown[], RegExp])[] = [
  [
    'createUser',
    'username',
    ['', 'x', LONG(65), '.dot', 'a b', 'ghost', 'GHOST', 'ü-boot', 'a\u0000b'],
    /must|reserved|taken/,
  ],
  [
    'createUser',
    'email',
    ['', 'x', 'a@b', 'a@', '@b.org', `${LONG(250)}@b.org`, 'a b@c.org', 'a@b..org'],
    /must/,
  ],
  [
    'createUser',
    'password',
    ['', LONG(14), LONG(257), 'passwordpassword', 'new@example.org', '123456789012345'],
    /must|common|differ/,
  ],
  ['createUser', 'name', ['', LONG(201), 'a\nb', '\u0000'], /must/],
  ['createUser', 'age', [-1, 151], /0 to 150/],
  ['updateUser', 'username', [null, '', 'ghost', LONG(65)], /must|reserved|taken/],
  ['updateUser', 'name', [null, '', LONG(201)], /must/],
  ['updateUser', 'email', [null, '', 'x'], /must/],
  ['updateUser', 'age', [-1, 151], /0 to 150/],
  ['updateUser', 'role', [null], /must/],
  ['updateUser', 'status', [null], /must/],
  ['updateUser', 'permissions', [null, ['articles'], ['*'], ['']], /must/i],
  ['updateUser', 'profile.avatar', ['x', 'ftp://a.org', 'javascript:alert(1)', 'http://'], /http/],
  ['updateUser', 'profile.website', ['x', 'data:text/html,x'], /http/],
  ['updateUser', 'profile.bio', [LONG(100_000)], /must/],
  ['createArticle', 'title', ['', '   ', LONG(301), 'a\u0000'], /must/],
  ['createArticle', 'content', ['', LONG(500_001), '\u0000'], /must/],
  ['createArticle', 'excerpt', [LONG(501)], /must/],
  [
    'createArticle',
    'tags',
    [
      Array(21)
        .fill('a')
        .map((tag, at) => tag + at),
    ],
    /at most 20/,
  ],
  ['createArticle', 'tags', [[''], [LONG(51)], ['   ']], /must/],
  ['createArticle', 'authorId', ['x', '999999', '1', '01', ''], /must|names|no user/],
  ['updateArticle', 'title', [null, '', LONG(301)], /must/],
  ['updateArticle', 'content', [null, '', LONG(500_001)], /must/],
  ['updateArticle', 'tags', [null], /must/],
  ['updateArticle', 'status', [null], /must/],
  ['createProduct', 'title', ['', LONG(301)], /must/],
  ['createProduct', 'price', [-0.01], /0 or more/],
  ['createProduct', 'stock', [-1], /0/],
  ['createProduct', 'categoryId', ['x', UNKNOWN], /category/],
  ['updateProduct', 'title', [null, ''], /must/],
  ['updateProduct', 'price', [null, -1], /must/],
  ['updateProduct', 'stock', [null, -1], /must/],
  ['updateProduct', 'categoryId', [null, UNKNOWN], /category|must/],
  ['createCategory', 'name', ['', LONG(101), 'a\nb'], /must/],
  ['updateSettings', 'locale', [null, 'x_y_z', ''], /must|language/],
  ['updateSettings', 'timezone', [null, 'Mars/Olympus', ''], /must|time zone/],
  ['updateSettings', 'theme', [null], /must/],
  ['updatePreferences', 'newsletter', [null], /must/],
  ['createApiKey', 'name', ['', LONG(201)], /must/],
  ['createApiKey', 'scopes', [[], ['articles:wrte'], ['*']], /must|permission/],
  ['createApiKey', 'expiresAt', ['x', '2001-01-01T00:00:00Z', '2099-13-01T00:00:00Z'], /must|future/],
]

const placeValue = (path: string, value: unknown): Given => {
  const [first = '', second] = path.split('.')
  return { [first]: second === undefined ? value : { [second]: value } }
}

/** All records that the operations above could have written. */
const WRITTEN = `{
  users(limit: 100) { username name email age role status permissions profile { bio avatar website } version }
  articles(pagination: { limit: 100 }) { title content tags version } products { title price stock version }
  categories { name } apiKeys { name } currentUser { settings { locale timezone theme } preferences { newsletter } version }
}`

describe.each(SAMPLED_DATABASES)(
  'a wrong value is refused with its path and a sentence, and nothing is written, on %s',
  (kind) => {
    let service: TestService
    let cast: Cast
    let world: World

    const runMutation = async (query: string, variables: object = {}) => {
      const { body } = await service.graphql(query, variables, world?.admin.as)
      if (body.errors) throw new Error(JSON.stringify(body.errors))
      return body.data
    }

    beforeAll(async () => {
      service = await startTestService(kind, { JWT_SECRET: SECRET })
      cast = aCast(service, SECRET)
      const [admin, user] = [await cast.person('ADMIN'), await cast.person('AUTHOR')]
      const article = await cast.article(user)
      const comment = await cast.comment(article, user)
      const { createCategory } = await runMutation(
        'mutation { createCategory(input: { name: "Tools" }) { id } }',
      )
      const { createProduct } = await runMutation(
        'mutation ($input: CreateProductInput!) { createProduct(input: $input) { id } }',
        { input: { title: 'Hammer', price: 9.5, stock: 3, categoryId: createCategory.id } },
      )
      world = {
        admin,
        user: user.id,
        article,
        comment,
        category: createCategory.id,
        product: createProduct.id,
      }
    }, 30_000)
    afterAll(() => service.stop())

    describe.each(WRONG)('%s %s', (name, path, values, sentence) => {
      it.each(values.map((value) => [JSON.stringify(value).slice(0, 40), value] as const))(
        '%s',
        async (_, value) => {
          const { document, right }: Operation = OPERATIONS[name]
          const before = await runMutation(WRITTEN)
          const input = { ...right(world), ...placeValue(path, value) }
          const { status, body } = await service.graphql(document, { input }, world.admin.as)
          expect([status, body.data, body.errors[0].extensions.code]).toEqual([200, null, 'BAD_USER_INPUT'])
          const { problems } = body.errors[0].extensions
          expect(problems.map((problem: { path: unknown[] }) => problem.path.join('.'))).toEqual([
            `input.${path}`,
          ])
          expect(problems[0].message).toMatch(
            value === null ? /^cannot be null; leave it out to keep/ : sentence,
          )
          expect(await runMutation(WRITTEN)).toEqual(before)
        },
      )
    })

    it('one response names all problems', async () => {
      const input = { username: 'x', email: 'x', password: 'x', age: 151 }
      const { body } = await service.graphql(OPERATIONS.createUser.document, { input }, world.admin.as)
      expect(
        body.errors[0].extensions.problems.map(({ path }: { path: unknown[] }) => path.join('.')).toSorted(),
      ).toEqual(['input.age', 'input.email', 'input.password', 'input.username'])
    })

    it.each([
      ['createComment(articleId: "ARTICLE", content: "")', 'content'],
      [`createComment(articleId: "ARTICLE", content: "${LONG(10_001)}")`, 'content'],
      ['updateComment(id: "COMMENT", content: "")', 'content'],
      ['scheduleArticle(id: "ARTICLE", publishAt: "soon")', 'publishAt'],
      ['inviteUser(email: "a@b.org", name: "")', 'name'],
    ])('%s', async (field, path) => {
      const query = `mutation { ${field.replace('ARTICLE', world.article).replace('COMMENT', world.comment)} { __typename } }`
      const { body } = await service.graphql(
        query,
        {},
        field.startsWith('scheduleArticle') ? world.admin.as : world.admin.as,
      )
      expect(body.errors[0].extensions.code).toBe('BAD_USER_INPUT')
      expect(body.errors[0].extensions.problems[0].path).toEqual([path])
    })
  },
)
