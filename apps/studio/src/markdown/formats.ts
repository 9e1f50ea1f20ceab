import { EditorSelection, type ChangeSpec, type EditorState, type StateCommand } from '@codemirror/state'

/** Puts a mark around each selection, or takes it away: `**` for bold. */
export const toggleMark =
  (mark: string): StateCommand =>
  ({ state, dispatch }) => {
    const { length } = mark
    const change = state.changeByRange((range) => {
      const isMarked =
        state.sliceDoc(range.from - length, range.from) === mark &&
        state.sliceDoc(range.to, range.to + length) === mark
      const shift = isMarked ? -length : length
      return {
        changes: isMarked
          ? [
              { from: range.from - length, to: range.from },
              { from: range.to, to: range.to + length },
            ]
          : [
              { from: range.from, insert: mark },
              { from: range.to, insert: mark },
            ],
        range: EditorSelection.range(range.anchor + shift, range.head + shift),
      }
    })
    dispatch(state.update(change, { scrollIntoView: true, userEvent: 'input' }))
    return true
  }

const listLines = (state: EditorState) => {
  const { from, to } = state.selection.main
  const last = state.doc.lineAt(to).number
  const lines = []
  for (let number = state.doc.lineAt(from).number; number <= last; number += 1)
    lines.push(state.doc.line(number))
  return lines
}

/** Begins each chosen line with a mark, or takes it away: `> ` for a quotation. */
export const toggleLines =
  (mark: string): StateCommand =>
  ({ state, dispatch }) => {
    const lines = listLines(state)
    const areMarked = lines.every(({ text }) => text.startsWith(mark))
    const specs: readonly ChangeSpec[] = lines.map(({ from }) =>
      areMarked ? { from, to: from + mark.length } : { from, insert: mark },
    )
    const changes = state.changes(specs)
    // Without a direction, a caret at the beginning of the line would stay before the mark.
    const selection = state.selection.map(changes, 1)
    dispatch(state.update({ changes, selection, scrollIntoView: true, userEvent: 'input' }))
    return true
  }

const ADDRESS = 'https://'

/** Makes a link of the selection, and selects its address. */
export const insertLink: StateCommand = ({ state, dispatch }) => {
  const { from, to } = state.selection.main
  const words = state.sliceDoc(from, to)
  const start = from + words.length + '[]('.length
  dispatch(
    state.update({
      changes: { from, to, insert: `[${words}](${ADDRESS})` },
      selection: EditorSelection.range(start, start + ADDRESS.length),
      scrollIntoView: true,
      userEvent: 'input',
    }),
  )
  return true
}
