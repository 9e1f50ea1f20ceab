import { createRequire } from 'node:module'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { build } from 'vite'
import { consumers } from './forms.ts'

export interface Bundling {
  /** The folder from which the packages resolve. */
  readonly project: string
  /** A file in this folder. */
  readonly file: string
  readonly minify: boolean
  /** Where the bundle runs. In Node, packages other than ours stay outside. */
  readonly platform: 'browser' | 'node'
}

/** Returns the code of one module with all that it uses of its packages. */
export type Bundler = (bundling: Bundling) => Promise<string>

interface Esbuild {
  readonly build: (options: object) => Promise<{ readonly outputFiles: readonly { readonly text: string }[] }>
}

const isOurs = (id: string): boolean => /^([./]|@content-service\/)/.test(id)

/** Esbuild knows no function for packages that stay outside. */
const keepOthers = {
  name: 'keep-others',
  setup: ({
    onResolve,
  }: {
    readonly onResolve: (filter: object, resolve: (given: { readonly path: string }) => object) => void
  }) => onResolve({ filter: /^[^./]/ }, ({ path }) => (isOurs(path) ? {} : { path, external: true })),
}

const bundleByEsbuild: Bundler = async ({ project, file, minify, platform }) => {
  const { build: run } = createRequire(join(consumers.folder, 'package.json'))('esbuild') as Esbuild
  const plugins = platform === 'node' ? [keepOthers] : []
  const common = { bundle: true, format: 'esm', target: 'es2024', write: false, legalComments: 'none' }
  const { outputFiles } = await run({
    ...common,
    absWorkingDir: project,
    entryPoints: [file],
    minify,
    platform,
    plugins,
  })
  return outputFiles[0]?.text ?? ''
}

const bundleByRolldown: Bundler = async ({ project, file, minify, platform }) => {
  const external = platform === 'node' ? (id: string) => !isOurs(id) : []
  const bundle = await rolldown({ cwd: project, input: join(project, file), platform, external })
  const { output } = await bundle.generate({ format: 'esm', minify, comments: false, codeSplitting: false })
  await bundle.close()
  return output[0].code
}

const { NODE_ENV } = process.env

/** Vite says to the whole process that it is in production, and programs that start later would believe it. */
function restoreEnvironment(): void {
  if (NODE_ENV === undefined) delete process.env['NODE_ENV']
  else process.env['NODE_ENV'] = NODE_ENV
}

const bundleByVite: Bundler = async ({ project, file, minify, platform }) => {
  const ssr = platform === 'node'
  const bundle = await build({
    root: project,
    configFile: false,
    logLevel: 'silent',
    build: {
      ...{ write: false, minify, target: 'es2024', modulePreload: false, ssr },
      rolldownOptions: { input: join(project, file), output: { format: 'es' } },
    },
    ...(ssr && { ssr: { noExternal: [/^@content-service\//] } }),
  }).finally(restoreEnvironment)
  const [first] = [bundle].flat()
  return first && 'output' in first ? first.output[0].code : ''
}

export const BUNDLERS: Readonly<Record<string, Bundler>> = {
  esbuild: bundleByEsbuild,
  rolldown: bundleByRolldown,
  Vite: bundleByVite,
}
