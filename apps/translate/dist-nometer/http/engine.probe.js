/** Tells operators what the engine can do, and what is missing when it can do nothing. */ export class EngineProbe {
    constructor(engine){
        this.engine = engine;
        this.name = engine.name;
    }
    check() {
        return Promise.resolve({
            ...this.engine.state()
        });
    }
}

//# sourceMappingURL=engine.probe.js.map