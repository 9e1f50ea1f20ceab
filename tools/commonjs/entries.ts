/** The source of an entry in `exports`: `./src/sql/index.ts`. */
const SOURCE = '@content-service/source'

export interface Manifest {
  readonly exports?: Readonly<Record<string, string | Readonly<Record<string, string>>>>
}

/** An entry of a package. */
export interface Entry {
  /** `.` or `./sql` */
  readonly path: string
  /** The module without its ending, below `src` and below each folder of `dist`: `sql/index`. */
  readonly module: string
}

/** The entries of a library with a source. */
export const listEntries = ({ exports = {} }: Manifest): readonly Entry[] =>
  Object.entries(exports).flatMap(([path, target]) => {
    const source = typeof target === 'string' ? undefined : target[SOURCE]
    return source === undefined ? [] : [{ path, module: source.replace(/^\.\/src\/|\.ts$/g, '') }]
  })

/**
 * The conditions of an entry. Node gets the CommonJS form for `import` too, through a module that exports it again, so that
 * `import` and `require` share all classes, symbols and maps. Bundlers know `module`, or do not know `node`: they get the
 * modules, from which they take the parts in use. All forms have the same declarations.
 */
const describeEntry = ({ module }: Entry) => {
  const types = `./dist/node/${module}.d.mts`
  const modules = { types, default: `./dist/${module}.js` }
  const required = { types: `./dist/commonjs/${module}.d.cts`, default: `./dist/commonjs/${module}.cjs` }
  return {
    module: modules,
    node: { import: { types, default: `./dist/node/${module}.mjs` }, require: required },
    import: modules,
    require: required,
  }
}

/** TypeScript with `moduleResolution` `node10` does not read `exports`. */
const describeNode10 = (entries: readonly Entry[]) => ({
  main: './dist/commonjs/index.cjs',
  types: './dist/commonjs/index.d.cts',
  typesVersions: {
    '*': Object.fromEntries(
      entries
        .filter(({ path }) => path !== '.')
        .map(({ path, module }) => [path.slice(2), [`./dist/commonjs/${module}.d.cts`]]),
    ),
  },
})

/** The package.json of a library with both forms. */
export function describeForms<M extends Manifest>(manifest: M): M {
  const entries = listEntries(manifest)
  const described = entries.map((entry) => [entry.path, describeEntry(entry)])
  return {
    ...manifest,
    ...describeNode10(entries),
    exports: { ...manifest.exports, ...Object.fromEntries(described) },
  }
}
