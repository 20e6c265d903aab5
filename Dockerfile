# Built on the distribution it runs on, so that both have the same C library.
FROM rust:1.95-slim-bookworm AS build
WORKDIR /src
COPY Cargo.toml Cargo.lock build.rs ./
COPY .cargo .cargo
COPY migrations migrations
COPY crates crates
COPY src src
COPY docs/errors.md docs/errors.md
COPY benches benches
COPY web/dist web/dist
COPY deploy deploy
COPY .ci/server .ci/unbounded .ci/
# `profiled` takes longer to build, and less of the processor afterwards.
ARG BUILD=plain
RUN if [ "$BUILD" = profiled ]; then \
        rustup component add llvm-tools \
        && deploy/profiled /cardroom --no-default-features; \
    else \
        cargo build --profile dist --locked --package cardroom --no-default-features \
        && cp target/dist/cardroom /cardroom; \
    fi \
    && mkdir -m 700 /data \
    && /cardroom ranks build --data /data

FROM debian:bookworm-slim
RUN useradd --system --uid 10001 --no-create-home --home-dir /nonexistent cardroom
COPY --from=build /cardroom /usr/local/bin/cardroom
COPY --from=build --chown=10001:10001 /data /data
USER 10001:10001
ENV CARDROOM_LISTEN=0.0.0.0:8080 \
    CARDROOM_DATA=/data \
    CARDROOM_LOG_FORMAT=json
EXPOSE 8080
VOLUME /data
# Where `cardroom.toml` is looked for.
WORKDIR /data
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s --retries=3 CMD ["cardroom", "health"]
ENTRYPOINT ["cardroom"]
CMD ["serve"]
