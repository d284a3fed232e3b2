/**
 * Moves the clock of this Node process by `CLOCK_SHIFT_MS` milliseconds. Load this module with `--import` before any
 * other module. PostgreSQL and the timers of the process keep the real time.
 */
export const shiftMs = Number(process.env['CLOCK_SHIFT_MS'])
if (!Number.isFinite(shiftMs)) throw new Error('Set CLOCK_SHIFT_MS to a number of milliseconds')

const RealDate = Date
const now = (): number => RealDate.now() + shiftMs

globalThis.Date = new Proxy(RealDate, {
  apply: () => new RealDate(now()).toString(),
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
  get: (target, name, receiver) => (name === 'now' ? now : Reflect.get(target, name, receiver)),
})
