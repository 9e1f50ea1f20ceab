import { writeTypeDefs } from '@content-service/graphql-schema'
import { startService, type TestService } from '@content-service/testing'
import { declareModel } from './model.ts'

/** What a service costs, with its types; times are in milliseconds of CPU time. */
export interface StartFigures {
  /** Until the first response, without the time that loads modules. */
  readonly start: number
  /** In MiB, after a collection. */
  readonly heap: number
  /** The first SDL of the process. */
  readonly sdl: number
  /** The second response of `GET /api/model`: the first one loads modules. */
  readonly model: number
}

const readCpu = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

const time = async (work: () => unknown): Promise<number> => {
  const before = readCpu()
  await work()
  return readCpu() - before
}

const ask = async ({ anonymous }: TestService, path: string): Promise<void> => {
  const { status } = await anonymous.rest('GET', path)
  if (status !== 200) throw new Error(`GET ${path}: ${status}`)
}

const measure = async (types: number): Promise<StartFigures> => {
  // The modules are loaded before, as they are without the types.
  const other = await startService({ content: { model: declareModel(0) } })
  await ask(other, '/api/categories')
  await other.stop()
  const before = readCpu()
  const model = declareModel(types)
  const service = await startService({ content: { model } })
  await service.anonymous.graphql('{ __typename }')
  const start = readCpu() - before
  globalThis.gc?.()
  const heap = process.memoryUsage().heapUsed / 2 ** 20
  const sdl = await time(() => writeTypeDefs(model))
  await ask(service, '/api/model')
  const figures = { start, heap, sdl, model: await time(() => ask(service, '/api/model')) }
  await service.stop()
  return figures
}

console.log(JSON.stringify(await measure(Number(process.argv[2]))))
