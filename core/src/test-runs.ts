// Core knows no process; its tests run where there is one.
declare const process: { readonly env: Readonly<Record<string, string | undefined>> }

/** How often a property is tried: so often, or as often as the run allows that tries all of them on every mutation. */
export const runs = (usual: number): number => Math.min(usual, Number(process.env['PROPERTY_RUNS_MAX'] ?? usual))
