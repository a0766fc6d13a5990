# syntax=docker/dockerfile:1
# For both architectures: docker buildx build --platform linux/amd64,linux/arm64 --build-arg RELEASE=1.0.0 .
# The stages that build run on the builder's own architecture; Go compiles for the other.

FROM --platform=$BUILDPLATFORM node:22-bookworm-slim AS web
WORKDIR /src/web
COPY web/package.json web/package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY web ./
RUN npm run build

FROM --platform=$BUILDPLATFORM golang:1.26-bookworm AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
COPY --from=web /src/web/dist web/dist
COPY --from=web /src/web/node_modules web/node_modules
RUN go -C .ci/licences run . ../../web/dist/notices.json
ARG TARGETOS TARGETARCH RELEASE COMMIT DATE
RUN CGO_ENABLED=0 GOOS=$TARGETOS GOARCH=$TARGETARCH go build -trimpath -buildvcs=false \
      -ldflags "-s -w -X main.release=$RELEASE -X main.commit=$COMMIT -X main.date=$DATE" -o /vitrine ./cmd/vitrine \
    && deploy/container/rootfs.sh /vitrine /root-fs && mkdir /data

FROM scratch
COPY --from=build /root-fs/ /
# --chown does not change the owner of a folder that is already there: /root-fs has no /data.
COPY --from=build --chown=65532:65532 --chmod=0700 /data /data
USER 65532:65532
ENV VITRINE_DATA=/data VITRINE_ADDR=:8080
VOLUME /data
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s CMD ["/usr/bin/vitrine", "health"]
ENTRYPOINT ["/usr/bin/vitrine"]
CMD ["serve"]
