/** The attributes of an object, each with its own attributes. */
interface Shape {
  readonly members: Map<string, Shape>
  isList: boolean
}

const createShape = (): Shape => ({ members: new Map(), isList: false })

function addPath(shape: Shape, path: string): void {
  let place = shape
  for (const part of path.split('.')) {
    const name = part.replace('[]', '')
    const next = place.members.get(name) ?? createShape()
    if (part.endsWith('[]')) next.isList = true
    place.members.set(name, next)
    place = next
  }
}

const writeName = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name))

function writeShape({ members, isList }: Shape): string {
  const own = [...members].map(([name, shape]) => `${writeName(name)}: ${writeShape(shape)}`)
  const type = own.length > 0 ? `{ ${own.join('; ')} }` : 'any'
  return isList ? `${type}[]` : type
}

/** The type of an object with the attributes at paths: `owner.teamId`, `tags[]` and `items[].price`. */
export function writeType(paths: readonly string[]): string {
  const shape = createShape()
  for (const path of paths) addPath(shape, path)
  return paths.length > 0 ? writeShape(shape) : '{}'
}
