import { accessSync, constants, existsSync, readFileSync, readdirSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { ModeFileError, parseModeFile, persistentStage } from './mode-file.js';
import { directionsOfMode } from './mode-name.js';
/** Where Debian's language pair packages put their modes. */ export const DEBIAN_MODES_DIRECTORY = '/usr/share/apertium/modes';
/**
 * Finds the translation modes in some directories. A name found twice counts once, the first wins.
 *
 * Reads about 140 small files when every pair of Debian 12 is installed (11 ms).
 */ export function findModes(directories) {
    const usable = new Map();
    const broken = new Map();
    const hasProgram = cachedProgramCheck();
    for (const { name, path } of directories.flatMap(modeFiles)){
        const directions = directionsOfMode(name);
        if (directions.length === 0 || usable.has(name) || broken.has(name)) continue;
        const stages = readStages(path);
        const fault = typeof stages === 'string' ? stages : missingPart(stages, hasProgram);
        if (fault !== undefined || typeof stages === 'string') {
            broken.set(name, {
                name,
                reason: fault ?? 'unreadable'
            });
        } else {
            usable.set(name, {
                name,
                directions,
                stages
            });
        }
    }
    return {
        usable: [
            ...usable.values()
        ],
        broken: [
            ...broken.values()
        ]
    };
}
function modeFiles(directory) {
    if (!existsSync(directory)) return [];
    return readdirSync(directory).filter((file)=>file.endsWith('.mode')).sort().map((file)=>({
            name: file.slice(0, -'.mode'.length),
            path: join(directory, file)
        }));
}
/** @returns why the file cannot be used, as a string */ function readStages(path) {
    try {
        return parseModeFile(readFileSync(path, 'utf8')).map(persistentStage);
    } catch (error) {
        if (error instanceof ModeFileError) return error.message;
        return `cannot read ${path}: ${String(error)}`;
    }
}
function missingPart(stages, hasProgram) {
    const program = stages.find((stage)=>!hasProgram(stage.program))?.program;
    if (program !== undefined) return `the program ${program} is not installed`;
    const file = stages.flatMap((stage)=>stage.args).find((arg)=>isAbsolute(arg) && !existsSync(arg));
    return file === undefined ? undefined : `the file ${file} is missing`;
}
function cachedProgramCheck() {
    const known = new Map();
    return (program)=>{
        const found = known.get(program) ?? isProgram(program);
        known.set(program, found);
        return found;
    };
}
function isProgram(program) {
    const places = isAbsolute(program) ? [
        program
    ] : (process.env['PATH'] ?? '').split(delimiter).map((directory)=>join(directory, program));
    return places.some(isExecutable);
}
function isExecutable(path) {
    try {
        accessSync(path, constants.X_OK);
        return true;
    } catch  {
        return false; // Not there or not ours to run: the same to us.
    }
}

//# sourceMappingURL=modes.js.map