/** The address of this service as its callers see it. */ export class PublicUrl {
    /** @param configured without a path; the address that a request was sent to if absent */ constructor(configured){
        this.configured = configured;
    }
    of(request) {
        return this.configured ?? `${request.protocol}://${request.host}`;
    }
}

//# sourceMappingURL=public-url.js.map