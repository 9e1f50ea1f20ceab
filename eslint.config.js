import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import js from '@eslint/js'
import nx from '@nx/eslint-plugin'
import regexp from 'eslint-plugin-regexp'
import tseslint from 'typescript-eslint'

const drivers = ['kysely', 'pg', '@electric-sql/*']
const database = ['@mikro-orm/*', ...drivers]
const graphql = ['graphql', 'graphql-*']
const web = ['express', ...graphql]

/** Who may import whom. ARCHITECTURE.md draws the same picture. */
const layers = [
  // Its entry for MikroORM imports the types of a peer.
  layer('authz', [], [...drivers, ...web]),
  ...['authzen', 'casl', 'cli'].map((name) => layer(`authz-${name}`, ['authz'], [...database, ...web])),
  layer('domain', ['authz'], [...database, ...web]),
  layer('identity', ['authz', 'domain'], [...database, ...web]),
  layer('graphql-schema', ['authz', 'domain'], [...database, 'express']),
  layer('rest-handlers', ['authz', 'domain'], [...database, ...graphql]),
  layer('persistence', ['authz', 'domain', 'identity'], web),
  layer(
    'server',
    ['authz', 'authz-authzen', 'domain', 'identity', 'graphql-schema', 'rest-handlers', 'persistence'],
    [],
  ),
  layer('testing', ['domain', 'identity', 'server'], [...database, ...web]),
  // Its package.json names neither, so that only its tests import them.
  layer('client', ['domain', 'testing'], [...database, ...web]),
  // It speaks the public interfaces alone: only its tests import more than the client.
  layer('studio', ['client', 'server', 'testing'], [...database, ...web]),
  { sourceTag: 'type:app', onlyDependOnLibsWithTags: ['type:lib'] },
]

function layer(name, below, banned) {
  return {
    sourceTag: `scope:${name}`,
    onlyDependOnLibsWithTags: scopes(below),
    bannedExternalImports: withSubPaths(banned),
  }
}

/** The packed library has what its package.json names and nothing else; hoisting hides that here. */
const declared = ['libs', 'apps'].flatMap((group) => {
  const folder = join(import.meta.dirname, group)
  return readdirSync(folder).map((name) => declaredBy(join(folder, name, 'package.json')))
})

/** The peers in `publishConfig` are those of the package alone: in the workspace, npm would install them in production. */
function declaredBy(manifest) {
  const given = JSON.parse(readFileSync(manifest, 'utf8'))
  const { nx, dependencies, peerDependencies, publishConfig } = given
  // A bundle contains what it imports, so that its users install nothing else.
  const bundled = nx.tags.includes('bundled') ? given.devDependencies : {}
  const names = Object.keys({
    ...dependencies,
    ...peerDependencies,
    ...publishConfig?.peerDependencies,
    ...bundled,
  })
  const ours = names.filter((name) => name.startsWith('@content-service/')).map((name) => name.split('/')[1])
  return {
    sourceTag: nx.tags.find((tag) => tag.startsWith('scope:')),
    onlyDependOnLibsWithTags: scopes(ours),
    allowedExternalImports: withSubPaths(names),
  }
}

function withSubPaths(names) {
  return names.flatMap((name) => [name, `${name}/*`])
}

function scopes(names) {
  return names.map((name) => `scope:${name}`)
}

function boundaries(depConstraints, more = {}) {
  const options = {
    enforceBuildableLibDependency: true,
    allow: ['^.*/tools/.*$'],
    // Small entries of these libraries are loaded at the start, and the rest later.
    checkDynamicDependenciesExceptions: ['@content-service/rest-handlers', '@content-service/server'],
    depConstraints,
    ...more,
  }
  return { '@nx/enforce-module-boundaries': ['error', options] }
}

const privateParts = [
  { group: ['@content-service/api', '@content-service/worker'], message: 'Nothing imports an app.' },
  {
    group: ['@content-service/*/src', '@content-service/*/dist'],
    message: 'Import what the library exports.',
  },
]

function restricted(...patterns) {
  return { 'no-restricted-imports': ['error', { patterns: [...privateParts, ...patterns] }] }
}

const repeatingLookBehind = {
  selector: String.raw`Literal[regex.pattern=/\(\?<[=!][^)]*(?<!\\)[*+]/]`,
  message: 'This look-behind repeats something. Use indexOf, or cut the text first.',
}

/** Each kind of fields has a row in a table of each library, so that the compiler names the places of a new kind. */
const kindsOfFields = [
  'MemberExpression[property.name=/^(type|format)$/][object.property.name="schema"]',
  'Property[key.name="schema"] > ObjectPattern > Property[key.name=/^(type|format)$/]',
].map((selector) => ({
  selector,
  message:
    "Ask the field's `kind`: a table with a row for each FieldKind, or isText, isLink and others of field.ts.",
}))

/** What code knows of one content type is a member of its declaration, or a row of a table. */
const namesOfTypes = {
  selector:
    'BinaryExpression[operator=/^[!=]==$/] > Literal[value=/^(articles|users|comments|products|categories|Article|User|Comment|Product|Category)$/]',
  message:
    'Ask for a member of the declaration, such as `custom.hasProfile`; a new fact gets a new member, or a table with a row for the type.',
}

/** MikroORM's way to run SQL, and texts that are no parameters. */
const otherSql = [
  {
    selector:
      "CallExpression[callee.property.name='execute'][callee.object.property.name!='session'], CallExpression[callee.property.name='getKysely']",
    message:
      'Write the statement with `sql` of Kysely, and run it with findRows, findRow or execute of sql.ts.',
  },
  {
    selector: "CallExpression[callee.object.name='sql'][callee.property.name='raw']",
    message: 'Write a value as a parameter, a name with sql.ref or sql.table, and a constant with sql.lit.',
  },
]

export default tseslint.config(
  // Programs write resolver-types.ts and the types of the client.
  {
    ignores: [
      '**/dist',
      '**/node_modules',
      '.nx',
      '.data',
      'libs/graphql-schema/src/contract/resolver-types.ts',
      'libs/client/src/generated',
    ],
  },
  js.configs.recommended,
  tseslint.configs.strict,
  {
    plugins: { '@nx': nx, regexp },
    rules: {
      ...boundaries([...layers, ...declared]),
      ...restricted(),
      '@typescript-eslint/consistent-type-imports': 'error',
      // `interface Product extends RecordOf<typeof Product> {}` gives messages the short name of the type.
      '@typescript-eslint/no-empty-object-type': ['error', { allowInterfaces: 'with-single-extends' }],
      '@typescript-eslint/no-invalid-void-type': [
        'error',
        { allowAsThisParameter: true, allowInGenericTypeArguments: true },
      ],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      eqeqeq: ['error', 'always'],
      'no-console': 'error',
      // A pattern that takes quadratic time on a long text lets one request stop the process. The plugin does not judge
      // what a look-behind repeats, and a look-behind reads all the text before each place.
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential' }],
      'no-restricted-syntax': ['error', repeatingLookBehind],
    },
  },
  {
    files: ['libs/{authz,authz-authzen,authz-casl}/src/**'],
    ignores: ['**/*.test.ts', 'libs/authz-casl/src/migrate/**'],
    rules: restricted({ group: ['node:*'], message: 'The engine also runs where Node does not.' }),
  },
  {
    files: ['libs/rest-handlers/src/**'],
    ignores: ['**/*.test.ts', 'libs/rest-handlers/src/use/**'],
    rules: restricted({
      group: ['express'],
      message: 'Handlers work on plain requests; use/express.ts translates.',
    }),
  },
  {
    files: ['libs/persistence/src/**'],
    ignores: ['**/*.test.ts', 'libs/persistence/src/testing/**', 'libs/persistence/src/statements/sql.ts'],
    rules: {
      'no-restricted-syntax': ['error', repeatingLookBehind, namesOfTypes, ...kindsOfFields, ...otherSql],
    },
  },
  {
    files: ['libs/rest-handlers/src/**'],
    ignores: ['**/*.test.ts'],
    rules: { 'no-restricted-syntax': ['error', repeatingLookBehind, namesOfTypes] },
  },
  {
    files: [
      'libs/{domain,graphql-schema,server,testing}/src/**',
      'libs/rest-handlers/src/{records,schemas,representations}/**',
    ],
    ignores: ['**/*.test.ts'],
    rules: { 'no-restricted-syntax': ['error', repeatingLookBehind, namesOfTypes, ...kindsOfFields] },
  },
  {
    // What checks the answers of the service knows its types in its own way.
    files: ['libs/{domain,graphql-schema}/src/testing/**'],
    rules: { 'no-restricted-syntax': ['error', repeatingLookBehind, ...kindsOfFields] },
  },
  {
    files: ['libs/*/src/**', 'apps/*/src/**'],
    // The rows of a table in a test are parameters. The engine checks a permission without an object for each call.
    ignores: ['**/*.test.ts', 'libs/*/src/testing/**', 'libs/authz/src/**'],
    rules: { 'max-params': ['error', 4] },
  },
  // Tests also use what the workspace installs for them; the layers hold for them too.
  { files: ['**/*.test.ts', '**/*.test-d.ts', '**/{vite,vitest}.config.ts'], rules: boundaries(layers) },
  // So does what only tests use; but the domain publishes its own, for whoever writes a store.
  {
    files: ['libs/*/src/testing/**', '{libs,apps}/*/tests/**', 'apps/*/src/testing/**'],
    ignores: ['libs/{authz,domain}/src/**'],
    rules: boundaries(layers),
  },
  // Examples are written as another team would write them, with servers that the library itself does not need.
  {
    files: ['libs/*/examples/**'],
    rules: { ...boundaries(layers, { allowCircularSelfDependency: true }), 'no-console': 'off' },
  },
  // A template is a project of its own, with its own packages.
  { files: ['libs/create/templates/**/*.ts'], rules: { '@nx/enforce-module-boundaries': 'off' } },
  // The engine's tests and benchmarks use the frameworks and the rivals that it must not import itself.
  {
    files: ['libs/{authz,authz-*}/src/**/*.test.ts', 'libs/{authz,authz-*}/tests/**'],
    rules: { '@nx/enforce-module-boundaries': 'off' },
  },
  {
    files: [
      'tools/**',
      'examples/**',
      'libs/create/{src/main,templates/**/*}.ts',
      '**/*.config.*',
      'libs/*/tests/bench/**',
      'libs/authz-cli/src/**',
      'libs/authz-casl/src/migrate/**',
    ],
    rules: { 'no-console': 'off' },
  },
  {
    // The compiler checks the types and names of these programs.
    files: ['apps/*/src/*.js'],
    rules: { 'no-undef': 'off' },
  },
  // An old Node reads the command of operators first: plain CommonJS.
  {
    files: ['{apps,libs}/*/bin/*.cjs'],
    languageOptions: {
      sourceType: 'commonjs',
      globals: { require: 'readonly', exports: 'readonly', process: 'readonly', console: 'readonly' },
    },
    rules: { '@typescript-eslint/no-require-imports': 'off', 'no-console': 'off' },
  },
)
